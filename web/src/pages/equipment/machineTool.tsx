import { LivePage } from '../../equipment/live-page.tsx';

/** Machine tools as they are now. */
export default function MachineToolPage() {
  return <LivePage name="equipment/machineTool" />;
}
