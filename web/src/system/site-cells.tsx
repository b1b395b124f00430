import type { Text } from '@millwright/contract/kernel/text';
import { pathOf } from '@millwright/contract/menu';
import { Link } from 'react-router';
import { widthFor } from '../base/column-width.ts';
import type { EntityRow } from '../entity/entity-row.ts';
import { DEPARTMENT_GROWTH } from '../entity/list-columns.ts';
import type { Cells, OwnColumn } from '../entity/list-columns.ts';
import { say, t, titled } from '../kernel/language.tsx';
import { hasPermission } from '../kernel/permission.tsx';
import { numberText } from '../kinds/number-text.ts';
import { siteText as text } from '../locales/structure.ts';

/** What stands on a site, each count as a way to its rows. */
export const siteColumns: readonly OwnColumn[] = [
  { prop: 'departName', width: 220, growth: DEPARTMENT_GROWTH, formatter: siteName },
  { prop: 'departType', width: widthFor(80, 96) },
  { prop: 'institutionCode', label: t(text.codeHead), width: 90 },
  { prop: 'shortCode', label: t(text.prefixHead), width: 76 },
  { prop: 'leader', width: 100 },
  { prop: 'phone', width: 120 },
  { prop: 'status', width: 80 },
  { prop: 'userCount', label: t(text.users), width: 64, right: true },
  { prop: 'lineCount', label: t(text.lines), width: 64, right: true },
  { prop: 'equipmentCount', label: t(text.devices), width: 96, right: true },
  { prop: 'orderCount', label: t(text.orders), width: 84, right: true },
  { prop: 'boardCount', label: t(text.boards), width: 96, right: true },
];

/** Cells of the tree of sites and departments. */
export const siteCells: Cells = {
  departName: siteName,
  userCount: (row) => (
    <Count
      row={row}
      name="userCount"
      to={`${pathOf('system/user')}?${row['departType'] === 'department' ? 'departments' : 'homeSite'}=${row.id}`}
      label={text.openUsers}
      tag="system:user:list"
    />
  ),
  lineCount: (row) => (
    <Count
      row={row}
      name="lineCount"
      to={`${pathOf('baseConfig/line')}?siteId=${row.id}`}
      label={text.openLines}
      tag="base:line:list"
    />
  ),
  equipmentCount: (row) => (
    <Count
      row={row}
      name="equipmentCount"
      online="equipmentOnlineCount"
      to={`${pathOf('baseConfig/equipment')}?siteId=${row.id}`}
      label={text.openDevices}
      tag="base:equipment:list"
    />
  ),
  orderCount: (row) => (
    <Count
      row={row}
      name="orderCount"
      to={`${pathOf('production/order')}?siteId=${row.id}&state=running,paused`}
      label={text.openOrders}
      tag="production:order:list"
    />
  ),
  boardCount: (row) => (
    <Count
      row={row}
      name="boardCount"
      online="boardOnlineCount"
      to={`${pathOf('system/kanban')}?siteId=${row.id}`}
      label={text.openBoards}
      tag="system:kanban:list"
    />
  ),
};

/** A site or department in the reader's language. */
export function siteName(row: EntityRow): string {
  return titled(row.departName ?? '', row['departNameEn'] as string | undefined);
}

interface CountProps {
  readonly row: EntityRow;
  readonly name: string;
  /** Name of the count of those that are online, told before the number of all. */
  readonly online?: string;
  readonly to: string;
  readonly label: Text;
  readonly tag: string;
}

function Count({ row, name, online, to, label, tag }: CountProps) {
  const count = Number(row[name] ?? 0);
  if (count === 0) return '—';
  const all = numberText(count);
  const words = online === undefined ? all : `${numberText(Number(row[online] ?? 0))} / ${all}`;
  if (!hasPermission([tag])) return <span className="num">{words}</span>;
  return (
    <Link
      className="num"
      to={to}
      title={say(label, { name: siteName(row) })}
      onClick={(event) => event.stopPropagation()}
    >
      {words}
    </Link>
  );
}
