import { Pagination, Table } from 'antd';
import type { PaginationProps, TableColumnType } from 'antd';
import { useCards } from '../entity/use-media.ts';
import '../entity/list-cards.css';

export type PlainColumn<Row> = TableColumnType<Row> & {
  readonly title: React.ReactNode;
  readonly dataIndex?: keyof Row & string;
};

interface PlainTableProps<Row> {
  readonly columns: readonly PlainColumn<Row>[];
  readonly rows: readonly Row[];
  readonly loading: boolean;
  readonly emptyText?: string;
  readonly pages?: PaginationProps;
}

/** A table that nobody sorts or filters; on a phone a card per row. The column `act` holds its buttons. */
export function PlainTable<Row extends { readonly id: string }>(props: PlainTableProps<Row>) {
  const { columns, rows, loading, emptyText, pages } = props;
  const cards = useCards();
  if (cards && rows.length > 0) return <PlainCards {...props} />;
  return (
    <Table<Row>
      size="small"
      rowKey="id"
      loading={loading}
      columns={[...columns]}
      dataSource={rows}
      {...(emptyText === undefined ? {} : { locale: { emptyText } })}
      pagination={pages ?? false}
      scroll={{ x: 'max-content' }}
    />
  );
}

function PlainCards<Row extends { readonly id: string }>({
  columns,
  rows,
  loading,
  pages,
}: PlainTableProps<Row>) {
  const facts = columns.filter(({ key }) => key !== 'act');
  const acts = columns.find(({ key }) => key === 'act');
  return (
    <>
      <ul className="list-cards" aria-busy={loading}>
        {rows.map((row, index) => (
          <li key={row.id} className="list-card">
            <dl>
              {facts.map((column) => (
                <div key={column.dataIndex ?? String(column.key)}>
                  <dt>{column.title}</dt>
                  <dd>{contentOf(column, row, index)}</dd>
                </div>
              ))}
            </dl>
            {acts && <div className="plain-card-acts">{contentOf(acts, row, index)}</div>}
          </li>
        ))}
      </ul>
      {pages && <Pagination simple {...pages} />}
    </>
  );
}

function contentOf<Row>(column: PlainColumn<Row>, row: Row, index: number): React.ReactNode {
  const { dataIndex } = column;
  const value = dataIndex === undefined ? row : row[dataIndex];
  return (column.render?.(value, row, index) ?? value) as React.ReactNode;
}
