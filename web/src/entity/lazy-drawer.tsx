import { later } from '../kernel/later.tsx';
import type { EntityDrawerProps } from './entity-drawer.tsx';

/** Brings the drawer's code: not with the list, so that this stands early, but when somebody points at it. */
export const bringDrawer = () => import('./entity-drawer.tsx');

const EntityDrawer = later(async () => ({ default: (await bringDrawer()).EntityDrawer }));

/** The drawer of the open row; nothing while none is open. */
export function LazyDrawer({
  id,
  ...rest
}: Omit<EntityDrawerProps, 'id'> & { readonly id: string | undefined }) {
  return id && <EntityDrawer {...rest} id={id} />;
}
