import { entityOf } from '@millwright/contract/registry';
import { useQuery } from '@tanstack/react-query';
import type { DetailTab } from '../entity/entity-drawer.tsx';
import type { EntityRow } from '../entity/entity-row.ts';
import { api } from '../kernel/api.ts';
import { locale, t } from '../kernel/language.tsx';
import { wallOf } from '../kinds/site-time.ts';
import { logText as text } from '../locales/logs.ts';

interface TimelineRow {
  readonly log: string;
  readonly id: string;
  readonly at: string;
  readonly text: string;
  /** Where the log keeps English words too. */
  readonly textEn: string | null;
  readonly device: string | null;
  readonly order: string | null;
}

/** The tab of a log row that joins what all logs say around it. */
export function timelineTab(log: string, row: EntityRow): DetailTab {
  return {
    key: 'timeline',
    label: t(text.timeline),
    content: <LogTimeline log={log} id={row.id} />,
  };
}

function LogTimeline({ log, id }: { log: string; id: string }) {
  const { data } = useQuery({
    queryKey: ['log/timeline', log, id],
    queryFn: ({ signal }) =>
      api.get<{ list: TimelineRow[] }>('/api/log/timeline', { log, id }, { signal }),
  });
  const rows = data?.list ?? [];
  return (
    <div className="log-timeline">
      <p className="log-hint">{t(text.timelineHint)}</p>
      {data && rows.length <= 1 && <p className="log-hint">{t(text.timelineEmpty)}</p>}
      <ol>
        {rows.map((row) => {
          const isSelf = row.log === log && row.id === id;
          return (
            <li key={`${row.log}${row.id}`} className={isSelf ? 'is-self' : undefined}>
              <time className="num" dateTime={row.at}>
                {timeWord(row.at)}
              </time>
              <b>{t(entityOf(row.log).label)}</b>
              <span>
                {locale === 'en_US' ? (row.textEn ?? row.text) : row.text}
                {[row.device, row.order].filter(Boolean).map((word) => (
                  <small key={word}>{word}</small>
                ))}
                {isSelf && <small>{t(text.thisRow)}</small>}
              </span>
            </li>
          );
        })}
      </ol>
    </div>
  );
}

/** The clock with its milliseconds: what came first matters here. */
function timeWord(at: string): string {
  return `${wallOf(at).slice(11)}.${at.slice(20, 23)}`;
}
