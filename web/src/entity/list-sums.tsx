import { Table } from 'antd';
import type { TableColumnsType } from 'antd';
import type { ReactNode } from 'react';
import { t } from '../kernel/language.tsx';
import { numberText } from '../kinds/number-text.ts';
import { entityText } from '../locales/entity.ts';
import type { EntityRow } from './entity-row.ts';
import type { Column } from './list-columns.ts';
import type { List } from './use-list.ts';

/** Whether a list has totals for one of these columns; without rows there is nothing to add up. */
export function hasSums({ rows, sums }: List, props: readonly unknown[]): boolean {
  return rows.length > 0 && props.some((prop) => typeof prop === 'string' && prop in sums);
}

interface SumRowProps {
  readonly list: List;
  readonly columns: TableColumnsType<EntityRow>;
  readonly shown: readonly Column[];
  /** A column of boxes stands before the others. */
  readonly selectable?: boolean | undefined;
}

/**
 * The last line of a table, which stays in sight: totals over all pages of what is shown. Antd keeps only its own summary
 * there, not a component around it.
 */
export function sumRow({ list, columns, shown, selectable }: SumRowProps): () => ReactNode {
  const before = selectable ? 1 : 0;
  return () => (
    <Table.Summary fixed>
      <Table.Summary.Row className="list-sums">
        {selectable && <Table.Summary.Cell index={0} />}
        {columns.map(({ key, className }, index) => (
          <Table.Summary.Cell
            key={key}
            index={index + before}
            align={index > 0 ? 'right' : 'left'}
            {...(className ? { className } : {})}
          >
            {index === 0 ? (
              t(entityText.sums)
            ) : (
              <Sum list={list} column={shown.find(({ prop }) => prop === key)} />
            )}
          </Table.Summary.Cell>
        ))}
      </Table.Summary.Row>
    </Table.Summary>
  );
}

/** The same above the cards of a phone. */
export function SumLine({ list, columns }: { list: List; columns: readonly Column[] }) {
  const summed = columns.filter(({ prop }) => prop in list.sums);
  return (
    <li className="list-cards-sums">
      <span>{t(entityText.sums)}</span>
      {summed.map((column) => (
        <span key={column.prop}>
          {column.label} <Sum list={list} column={column} />
        </span>
      ))}
    </li>
  );
}

function Sum({ list: { sums }, column }: { list: List; column: Column | undefined }) {
  if (!column || !(column.prop in sums)) return null;
  const { prop, total = numberText } = column;
  return <b className="num">{total(sums[prop])}</b>;
}
