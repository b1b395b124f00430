import { Table } from 'antd';
import type { TableProps } from 'antd';
import { useEffect, useMemo, useRef } from 'react';
import { scrollbarWidth } from '../controls/scrollbar.ts';
import { useTableHeight } from '../controls/use-table-height.ts';
import { useWidth } from '../controls/use-width.ts';
import { useDictionaries } from '../kernel/dictionary.ts';
import { say, t } from '../kernel/language.tsx';
import { settings } from '../kernel/settings.ts';
import { useStore } from '../kernel/store.ts';
import { entityText } from '../locales/entity.ts';
import type { EntityRow } from './entity-row.ts';
import { fitted } from './fit-columns.ts';
import { orderOf } from './list-address.ts';
import { ListEmpty } from './list-empty.tsx';
import { hasSums, sumRow } from './list-sums.tsx';
import { RowActIcons } from './row-act-buttons.tsx';
import { codeOf, mayAct, rowActs } from './row-acts.ts';
import type { RowAct } from './row-acts.ts';
import { SizedHead } from './sized-head.tsx';
import { maySort } from './log-sorting.ts';
import { tableColumns } from './table-columns.tsx';
import { treeOf } from './tree-list.ts';
import { useTree } from './use-tree.ts';
import type { Columns } from './use-columns.ts';
import type { List } from './use-list.ts';
import './entity-list.css';

export interface EntityListProps {
  readonly list: List;
  readonly columns: Columns;
  readonly openId?: string | undefined;
  readonly onOpen: (row: EntityRow) => void;
  readonly onAct: (name: string, row: EntityRow) => Promise<unknown>;
  readonly onCreate?: (() => void) | undefined;
  /** Actions that this page offers; absent = all. */
  readonly only?: readonly string[] | undefined;
  /** What the page adds to the actions of a row. */
  readonly own?: ((row: EntityRow) => readonly RowAct[]) | undefined;
  /** Branches of a tree that are closed until somebody opens them. */
  readonly startsClosed?: ((row: EntityRow) => boolean) | undefined;
  /** Rows can be selected because something can be done to several of them. */
  readonly selectable?: boolean;
}

/** The table of a list: fills the window to the pixel, draws only what is seen above 100 rows. */
export function EntityList(props: EntityListProps) {
  const { list, openId, onOpen, onCreate, startsClosed, selectable } = props;
  const place = useRef<HTMLDivElement>(null);
  const { entity } = list;
  const height = useTableHeight(place, BELOW_TABLE);
  const rowHeight = ROW_HEIGHTS[useStore(settings, (state) => state.density)];
  const room = useWidth(place) - scrollbarWidth() - (selectable ? SELECT_WIDTH : 0);
  const columns = useTableColumns(props, room);
  const width = columns.reduce(
    (sum, column) => sum + Number(column.width ?? 100),
    selectable ? SELECT_WIDTH : 0,
  );
  const isSummed = hasSums(
    list,
    columns.map(({ key }) => key),
  );
  const sums = isSummed ? rowHeight + 1 : 0;
  useStillMeasure(place);
  const expandable = useTree(list.rows, startsClosed);
  return (
    <div
      ref={place}
      className={`list-table${list.fetching ? ' is-fetching' : ''}`}
      style={{ height }}
      aria-busy={list.fetching}
    >
      <Table<EntityRow>
        rowKey="id"
        size="small"
        tableLayout="fixed"
        columns={columns}
        dataSource={entity.parent ? treeOf(list.rows, entity.parent) : [...list.rows]}
        pagination={false}
        virtual={list.rows.length > 100}
        scroll={{ x: width, y: height - HEAD_HEIGHT - sums }}
        components={HEADER}
        rowClassName={(row) => classOf(row, openId)}
        onRow={(row) => ({ onClick: () => onOpen(row) })}
        onChange={sorting(list)}
        locale={{ emptyText: <ListEmpty list={list} onCreate={onCreate} /> }}
        {...(entity.parent ? { expandable } : {})}
        {...(isSummed
          ? { summary: sumRow({ list, columns, shown: props.columns.shown, selectable }) }
          : {})}
        {...(selectable ? { rowSelection: selection(list) } : {})}
      />
    </div>
  );
}

/** Pager, its line and the padding of the page; the table ends above them. */
const BELOW_TABLE = 57;
const HEAD_HEIGHT = 33;
const HEADER = { header: { cell: SizedHead } };
const SELECT_WIDTH = 37;
const TOOLS_WIDTH = 78;
const ROW_HEIGHTS = { dense: 32, standard: 40, touch: 44 } as const;

/**
 * The chosen columns fitted into `room` pixels, and the buttons of a row; a table whose rows can only be looked at needs
 * no room for these.
 */
function useTableColumns(
  { list, columns, onOpen, onAct, only, own }: EntityListProps,
  room: number,
) {
  const { entity, state, rows } = list;
  const dictionaries = useDictionaries();
  const tools = own !== undefined || mayAct(entity) ? TOOLS_WIDTH : 0;
  const shown = useMemo(
    () =>
      tableColumns(fitted(columns.shown, room - tools, rows, dictionaries), columns.resize, state, {
        code: entity.code,
        openLabel: (row) => say(entityText.open, { name: codeOf(entity, row) }),
        onOpen,
        maySort: (name) => maySort(entity, name, state.filters),
      }),
    [columns, room, tools, rows, state, entity, onOpen, dictionaries],
  );
  if (tools === 0) return shown;
  const buttons: (typeof shown)[number] = {
    key: 'tools',
    title: <span className="sr-only">{t(entityText.actions)}</span>,
    width: tools,
    fixed: 'end',
    className: 'cell-tools',
    render: (_value: unknown, row: EntityRow) => (
      <RowActIcons acts={rowActs(entity, row, only, own)} onAct={(name) => onAct(name, row)} />
    ),
  };
  return [...shown, buttons];
}

function classOf(row: EntityRow, openId: string | undefined): string {
  if (row.id === openId) return 'is-open';
  return row['voidFlag'] === true ? 'is-void' : '';
}

/** Antd measures columns in a hidden copy of the head, whose checkbox would otherwise take the focus. */
function useStillMeasure(place: React.RefObject<HTMLElement | null>): void {
  useEffect(() => {
    for (const row of place.current?.querySelectorAll('.ant-table-measure-row:not([inert])') ?? [])
      row.setAttribute('inert', '');
  });
}

function sorting(list: List): NonNullable<TableProps<EntityRow>['onChange']> {
  return (_pages, _filters, sorter) => {
    const one = Array.isArray(sorter) ? sorter[0] : sorter;
    const order = orderOf(one?.order);
    list.change(
      order ? { sort: String(one?.columnKey), order } : { sort: undefined, order: undefined },
    );
  };
}

function selection(list: List): NonNullable<TableProps<EntityRow>['rowSelection']> {
  return {
    columnWidth: SELECT_WIDTH,
    fixed: 'start',
    selectedRowKeys: [...list.selected],
    onChange: (keys) => list.select(keys.map(String)),
    onCell: () => ({ onClick: (event) => event.stopPropagation() }),
  };
}
