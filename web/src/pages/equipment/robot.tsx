import { LivePage } from '../../equipment/live-page.tsx';

/** Robots as they are now. */
export default function RobotPage() {
  return <LivePage name="equipment/robot" />;
}
