import { textOf } from '@millwright/contract/kernel/text';
import type { EntityRow } from '../entity/entity-row.ts';
import type { Cells } from '../entity/list-columns.ts';
import { say, t } from '../kernel/language.tsx';
import { wallOf } from '../kinds/site-time.ts';
import { sessionText as text } from '../locales/people.ts';

/** Cells of the sessions list: which one is one's own, how long ago somebody was active. */
export const sessionCells: Cells = {
  realName: (row) => (
    <>
      {textOf(row['realName'] ?? '—')}
      {row['current'] === true && <small className="tag-quiet">{t(text.mine)}</small>}
    </>
  ),
  lastSeenAt: (row) => <LastSeen row={row} />,
};

/** Minutes while it is less than an hour; the server notes activity once a minute at most. */
export function agoWords(iso: string, now = Date.now()): string {
  const minutes = Math.floor((now - Date.parse(iso)) / 60_000);
  if (minutes < 1) return t(text.justNow);
  return minutes < 60 ? say(text.ago, { n: minutes }) : wallOf(iso);
}

function LastSeen({ row }: { row: EntityRow }) {
  const at = row['lastSeenAt'];
  if (typeof at !== 'string') return '—';
  return (
    <span className="num" title={wallOf(at)}>
      {agoWords(at)}
    </span>
  );
}
