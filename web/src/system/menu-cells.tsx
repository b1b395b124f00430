import { textOf } from '@millwright/contract/kernel/text';
import type { EntityRow } from '../entity/entity-row.ts';
import type { Cells, OwnColumn } from '../entity/list-columns.ts';
import { t, titled } from '../kernel/language.tsx';
import { MenuIcon } from '../shell/menu-icons.tsx';
import { menuText as text } from '../locales/structure.ts';

/** The menu's own first column: icon and title in the reader's language. */
export const menuColumns: readonly OwnColumn[] = [
  { prop: 'titleZh', label: t(text.title), width: 210 },
  { prop: 'menuType', width: 80 },
  { prop: 'path', width: 170 },
  { prop: 'component', width: 160 },
  { prop: 'perms', width: 190 },
  { prop: 'orderNum', width: 60 },
  { prop: 'hidden', width: 60 },
  { prop: 'status', width: 80 },
];

export const menuCells: Cells = {
  titleZh: (row) => <Title row={row} />,
  icon: (row) => (typeof row['icon'] === 'string' ? <MenuIcon name={row['icon']} /> : '—'),
};

/** The title of a menu row in the reader's language. */
export function menuTitle(row: EntityRow): string {
  return titled(textOf(row['titleZh'] ?? ''), row['titleEn'] as string | undefined);
}

function Title({ row }: { row: EntityRow }) {
  return (
    <span className="menu-title">
      {row['menuType'] !== 'B' && <MenuIcon name={(row['icon'] as string | null) ?? undefined} />}
      <span>{menuTitle(row)}</span>
    </span>
  );
}
