import { textOf } from '@millwright/contract/kernel/text';
import { menuEntry } from '@millwright/contract/system/menu';
import { EntityForm } from '../entity/entity-form.tsx';
import type { PageFormProps } from '../entity/entity-page.tsx';
import type { EntityRow } from '../entity/entity-row.ts';
import type { Values } from '../entity/form-draft.ts';
import { titled } from '../kernel/language.tsx';
import { ComponentInput } from './component-input.tsx';
import { IconInput } from './icon-input.tsx';

/** The form of a directory, page or button: each has its own fields. */
export function MenuForm({ row, above, onClose }: PageFormProps & { above?: EntityRow }) {
  const below = above
    ? {
        initial: { parentId: above.id, menuType: above['menuType'] === 'P' ? 'B' : 'P' },
        names: { parentId: titled(String(above['titleZh']), String(above['titleEn'])) },
      }
    : {};
  return (
    <EntityForm
      entity={menuEntry}
      row={row}
      {...below}
      shows={shows}
      inputs={INPUTS}
      onClose={onClose}
      onSaved={onClose}
    />
  );
}

const INPUTS = { icon: IconInput, component: ComponentInput };

const OF_TYPE: Readonly<Record<string, string>> = {
  name: 'DP',
  path: 'DP',
  component: 'DP',
  icon: 'DP',
  perms: 'PB',
  redirect: 'D',
  activeMenu: 'P',
  hidden: 'DP',
  alwaysShow: 'D',
  noCache: 'P',
  affix: 'P',
  breadcrumb: 'DP',
};

function shows(name: string, values: Values): boolean {
  const type = textOf(values['menuType'] ?? '');
  // Only what stands on top belongs to a group of the sidebar.
  if (name === 'group') return (type === 'D' || type === 'P') && !values['parentId'];
  return OF_TYPE[name]?.includes(type || 'none') ?? true;
}
