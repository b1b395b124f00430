import type { AndonCall, AndonFeed } from '@millwright/contract/system/kanban-feed';
import { say, t, titled } from '../kernel/language.tsx';
import { boardText as text } from '../locales/board.ts';
import { lasting, named } from './words.ts';
import './andon-page.css';

/** How many alarms stand, and the worst of them with machine, words and how long. */
export function AndonPage({ data, now, room }: { data: AndonFeed; now: number; room: number }) {
  const { calls, total, heard, machines } = data;
  const shown = calls.slice(0, room);
  if (total === 0) {
    return (
      <div className="board-calm">
        <strong className={heard > 0 ? 'is-ok' : 'is-off'}>
          {t(heard > 0 ? text.calm : text.deaf)}
        </strong>
        <span className="num">{say(text.heard, { n: heard, m: machines })}</span>
      </div>
    );
  }
  return (
    <div className="board-andon">
      <div className="board-hero">
        <span>{t(text.calls)}</span>
        <strong className="num is-bad">{total}</strong>
        <span className="num">{say(text.heard, { n: heard, m: machines })}</span>
      </div>
      <ol className="board-calls">
        {shown.map((call) => (
          <Call key={`${call.number} ${call.encoding}`} call={call} now={now} />
        ))}
        {total > shown.length && (
          <li className="board-rest">{say(text.moreCalls, { n: total - shown.length })}</li>
        )}
      </ol>
    </div>
  );
}

function Call({ call, now }: { call: AndonCall; now: number }) {
  const isGrave = Number(call.level ?? '0') >= 3;
  return (
    <li className={isGrave ? 'is-bad' : 'is-warn'}>
      <b>{named(call.line, call.name)}</b>
      <span className="board-call-time num">{lasting(call.since, now)}</span>
      <span className="board-call-text">
        {titled(call.textZh ?? undefined, call.textEn ?? undefined) || call.encoding}
      </span>
      {call.isAcknowledged && <span className="board-call-seen">{t(text.seen)}</span>}
    </li>
  );
}
