import type { ReactNode } from 'react';
import { Pager } from '../controls/pager.tsx';
import { say } from '../kernel/language.tsx';
import { numberText } from '../kinds/number-text.ts';
import { entityText } from '../locales/entity.ts';
import type { List } from './use-list.ts';
import './list-foot.css';

interface ListFootProps {
  readonly list: List;
  readonly note?: string | undefined;
  readonly cards: boolean;
  /** The phone's primary button, within reach of the thumb. */
  readonly action?: ReactNode;
  /** What scrolls to its top when the page is turned. */
  readonly scrolls?: (() => Element | null | undefined) | undefined;
}

/** The line below the rows: a sentence of the page, the pager; a phone says how far it has come. */
export function ListFoot({ list, note, cards, action, scrolls }: ListFootProps) {
  if (cards)
    return (
      <footer className="list-foot">
        {say(entityText.ofTotal, {
          n: numberText(list.rows.length),
          total: numberText(list.total),
        })}
        {action}
      </footer>
    );
  // Before the first answer there is nothing to count.
  if (list.first) return <footer className="list-foot" />;
  const { page, limit } = list.state;
  return (
    <footer className="list-foot">
      <span className="list-note">{note}</span>
      {list.entity.parent ? (
        <span>{say(entityText.ofTotal, { n: list.rows.length, total: list.total })}</span>
      ) : (
        <Pager
          page={page}
          limit={limit}
          total={list.total}
          totalCapped={list.capped}
          {...(scrolls ? { scrolls } : {})}
          onChange={(next, size) =>
            list.change(size === limit ? { page: next } : { page: 1, limit: size })
          }
        />
      )}
    </footer>
  );
}
