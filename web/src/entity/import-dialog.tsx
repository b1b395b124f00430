import type { AnyEntity } from '@millwright/contract/kernel/entity';
export default function ImportDialog(_props: { entity: AnyEntity; onClose(): void }) {
  return null;
}
