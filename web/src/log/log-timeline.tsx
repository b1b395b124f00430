import { stateFlags, type StateFlag } from '@millwright/contract/log/equipment-state';
import { textOf } from '@millwright/contract/kernel/text';
import type { Timeline, TimelineCut, TimelineRow } from '@millwright/contract/log/timeline';
import { entityOf } from '@millwright/contract/registry';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { DetailTab } from '../entity/entity-drawer.tsx';
import type { EntityRow } from '../entity/entity-row.ts';
import { api } from '../kernel/api.ts';
import { locale, say, t } from '../kernel/language.tsx';
import { wallOf } from '../kinds/site-time.ts';
import { logText as text } from '../locales/logs.ts';
import { markText } from '../locales/marks.ts';
import { loginInfoWord, moduleWord, pathOf } from './log-words.tsx';
import './log-timeline.css';

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
    queryFn: ({ signal }) => api.get<Timeline>('/api/log/timeline', { log, id }, { signal }),
  });
  const rows = data?.list ?? [];
  return (
    <div className="log-timeline">
      <p className="log-hint">{t(text.timelineHint)}</p>
      {data && rows.length <= 1 && <p className="log-hint">{t(text.timelineEmpty)}</p>}
      {data?.cut.map((cut) => (
        <CutNote key={cut.log} cut={cut} data={data} />
      ))}
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
                {saidWords(row.said)}
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

/** Says which log has more than is listed, and leads to the rest of it. */
function CutNote({ cut: { log, by }, data }: { cut: TimelineCut; data: Timeline }) {
  const { label, fields } = entityOf(log);
  const n = data.list.filter((row) => row.log === log).length;
  // The page asks by whole seconds.
  const end = new Date(Date.parse(data.to) + 999).toISOString();
  const linkTo = (filter: Record<string, string>) =>
    `/${log}?${new URLSearchParams({ at: `${wallOf(data.from)}~${wallOf(end)}`, ...filter })}`;
  return (
    <p className="log-hint log-timeline-cut">
      {say(text.timelineCut, { log: t(label), n })}
      {by.map(({ field, value }) => (
        <Link key={field} to={linkTo({ [field]: value })}>
          {fields[field] ? t(fields[field].label) : field} {value}
        </Link>
      ))}
      {by.length === 0 && <Link to={linkTo({})}>{t(text.timelineAll)}</Link>}
    </p>
  );
}

/** What a row says in the language of the reader. */
function saidWords(said: TimelineRow['said']): string {
  const unread = new Set<string>(PAIRS.map(([zh, en]) => (isEnglish && said[en] ? zh : en)));
  return Object.entries(said)
    .filter(([name, value]) => value !== null && !unread.has(name))
    .map(([name, value]) => (WORDS[name] ?? textOf)(value))
    .join(' · ');
}

const isEnglish = locale === 'en_US';

/** Fields that a log keeps in both languages. */
const PAIRS = [
  ['contentZh', 'contentEn'],
  ['interfaceName', 'interfaceNameEn'],
] as const;

/** Values for which the log keeps a word of its own. */
const WORDS: Readonly<Record<string, (value: unknown) => string>> = {
  module: moduleWord,
  responseInfo: loginInfoWord,
  url: pathOf,
  changedField: (flags) =>
    (flags as readonly StateFlag[]).map((flag) => t(stateFlags[flag])).join(t(markText.comma)),
};

/** The clock with its milliseconds: what came first matters here. */
function timeWord(at: string): string {
  return `${wallOf(at).slice(11)}.${at.slice(20, 23)}`;
}
