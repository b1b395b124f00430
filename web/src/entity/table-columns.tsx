import { LOG_SORT_HOURS } from '@millwright/contract/kernel/log-refusals';
import type { TableColumnType } from 'antd';
import { say } from '../kernel/language.tsx';
import { entityText } from '../locales/entity.ts';
import { Cell } from './cell.tsx';
import type { EntityRow } from './entity-row.ts';
import type { ListState } from './list-address.ts';
import type { Column } from './list-columns.ts';
import type { SizedHeadProps } from './sized-head.tsx';
import type { Columns } from './use-columns.ts';

interface Opening {
  /** Column whose cell opens the row by keyboard too. */
  readonly code: string;
  readonly openLabel: (row: EntityRow) => string;
  readonly onOpen: (row: EntityRow) => void;
  /** Whether what is shown may be sorted by a column that can be. */
  readonly maySort: (name: string) => boolean;
}

/** Columns of a list as antd's table takes them; the first stays in place when the others scroll sideways. */
export function tableColumns(
  shown: readonly Column[],
  resize: Columns['resize'],
  state: ListState,
  opening: Opening,
): TableColumnType<EntityRow>[] {
  const plain = shown.filter((column) => !column.leads);
  const opener = (plain.find((column) => column.prop === opening.code) ?? plain[0])?.prop;
  return shown.map((column, index) => ({
    key: column.prop,
    dataIndex: column.prop,
    title: <Head column={column} hint={hintOf(column, opening)} />,
    width: column.width,
    minWidth: column.width,
    ...(index === 0 ? { fixed: 'start' as const } : {}),
    ...(column.right ? { align: 'right' as const } : {}),
    ...(column.sortable && opening.maySort(column.prop)
      ? { sorter: true, sortOrder: directionOf(column, state), showSorterTooltip: false }
      : {}),
    ellipsis: { showTitle: false },
    onHeaderCell: (): SizedHeadProps => ({
      sized: column.width,
      onSize: (width: number) => resize(column.prop, width),
    }),
    render: (_value: unknown, row: EntityRow) =>
      column.prop === opener ? (
        <button
          type="button"
          className="row-open"
          title={opening.openLabel(row)}
          onClick={(event) => {
            event.stopPropagation();
            opening.onOpen(row);
          }}
        >
          <Cell row={row} column={column} />
        </button>
      ) : (
        <Cell row={row} column={column} />
      ),
  }));
}

/** Label with its unit, smaller and lighter: 数量/件. */
function Head({ column, hint }: { column: Column; hint: string }) {
  return (
    <span title={hint}>
      {column.label}
      {column.unit && <small className="head-unit">/{column.unit}</small>}
    </span>
  );
}

/** The whole label, and for a column that cannot be sorted by just now, when it can. */
function hintOf({ label, prop, sortable }: Column, { maySort }: Opening): string {
  return !sortable || maySort(prop)
    ? label
    : say(entityText.sortsWithin, { label, hours: LOG_SORT_HOURS });
}

function directionOf(column: Column, state: ListState): 'ascend' | 'descend' | null {
  if (state.sort !== column.prop) return null;
  return state.order === 'DESC' ? 'descend' : 'ascend';
}
