import { Button } from 'antd';
import type { ReactNode } from 'react';
import { say, t } from '../kernel/language.tsx';
import { viewOf } from '../kinds/kind-views.ts';
import { entityText } from '../locales/entity.ts';
import { Cell } from './cell.tsx';
import type { EntityListProps } from './entity-list.tsx';
import type { EntityRow } from './entity-row.ts';
import { ListEmpty } from './list-empty.tsx';
import { hasSums, SumLine } from './list-sums.tsx';
import { RowActIcons } from './row-act-buttons.tsx';
import { codeOf, rowActs, titleField, titleOf } from './row-acts.ts';
import './list-cards.css';

interface ListCardsProps extends EntityListProps {
  /** The page's own card. */
  readonly card?: ((row: EntityRow) => ReactNode) | undefined;
  readonly onMore: () => void;
}

/** A list on a phone: a card per row, more of them when the end comes near. */
export function ListCards({
  list,
  columns,
  onOpen,
  onAct,
  onCreate,
  only,
  own,
  card,
  onMore,
}: ListCardsProps) {
  const { entity, rows, total } = list;
  if (rows.length === 0) return <ListEmpty list={list} onCreate={onCreate} />;
  return (
    <ul className="list-cards" aria-busy={list.fetching}>
      {hasSums(
        list,
        columns.shown.map(({ prop }) => prop),
      ) && <SumLine list={list} columns={columns.shown} />}
      {rows.map((row) => (
        <li key={row.id} className="list-card">
          <button
            type="button"
            className="list-card-face"
            aria-label={say(entityText.open, { name: codeOf(entity, row) })}
            onClick={() => onOpen(row)}
          />
          {card ? card(row) : <PlainCard list={list} columns={columns} row={row} />}
          {!card && (
            <RowActIcons
              acts={rowActs(entity, row, only, own)}
              onAct={(name) => onAct(name, row)}
            />
          )}
        </li>
      ))}
      {rows.length < total && (
        <li className="list-cards-end">
          <Button loading={list.fetching} onClick={onMore}>
            {t(entityText.loadMore)}
          </Button>
        </li>
      )}
    </ul>
  );
}

/** Name and state on top, code and, for company-wide people, site below, then the first three columns besides. */
function PlainCard({
  list,
  columns,
  row,
}: {
  list: EntityListProps['list'];
  columns: EntityListProps['columns'];
  row: EntityRow;
}) {
  const { entity } = list;
  const state = entity.state ?? ('status' in entity.fields ? 'status' : undefined);
  const field = state === undefined ? undefined : entity.fields[state];
  const isPlaced = columns.shown.some(
    ({ prop, type }) => prop === 'departName' && type === 'system',
  );
  const named = new Set([entity.title, entity.code, state, ...(isPlaced ? ['departName'] : [])]);
  const below = [
    ...(entity.code === entity.title ? [] : [codeOf(entity, row)]),
    ...(isPlaced && row.departName ? [row.departName] : []),
  ];
  const words = titleOf(entity, row);
  const facts = columns.shown
    .filter(({ prop }) => !named.has(prop) && row[prop] !== words && !isNameOf(entity.title, prop))
    .slice(0, 3);
  const title = columns.all.find((column) => column.prop === titleField(entity, row));
  const StateCell = field && viewOf(field).Cell;
  return (
    <>
      <div className="list-card-head">
        <strong>{title?.render ? title.render(row) : words}</strong>
        {field && StateCell && state && <StateCell field={field} value={row[state]} />}
      </div>
      {below.length > 0 && <div className="list-card-code">{below.join(' · ')}</div>}
      <dl>
        {facts.map((column) => (
          <div key={column.prop}>
            <dt>{column.label}</dt>
            <dd>
              <Cell row={row} column={column} />
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}

/** Whether a column says the title in the reader's language: `name` of `nameZh`. */
function isNameOf(title: string, prop: string): boolean {
  return `${prop}Zh` === title;
}
