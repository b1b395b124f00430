import { dates } from '@millwright/contract/constants';
import type { SealCheck } from '@millwright/contract/log/seal';
import { entityOf } from '@millwright/contract/registry';
import { Button, DatePicker, Progress } from 'antd';
import dayjs, { type Dayjs } from 'dayjs';
import { useState } from 'react';
import { Dialog } from '../controls/dialog.tsx';
import { thisInstant } from '../base/site-today.ts';
import { say, t } from '../kernel/language.tsx';
import { Mark } from '../kinds/mark.tsx';
import { numberText } from '../kinds/number-text.ts';
import { wallOf } from '../kinds/site-time.ts';
import { logText as text } from '../locales/logs.ts';
import { type CheckedDay, type Checking, useSealChecks } from './use-seal-checks.ts';
import './seal-dialog.css';

/** Whether the logs of closed days are as they were sealed: a span of days, checked one by one, the newest first. */
export default function SealDialog({ onClose }: { onClose: () => void }) {
  const last = lastClosedDay(thisInstant());
  const [days, setDays] = useState<[Dayjs, Dayjs]>([dayjs(last).subtract(6, 'day'), dayjs(last)]);
  const { state, isBusy, run } = useSealChecks();
  return (
    <Dialog open width={720} footer={null} title={t(text.sealsTitle)} onCancel={onClose}>
      <p className="log-hint">{t(text.sealsHint)}</p>
      <div className="seal-tools">
        <DatePicker.RangePicker
          aria-label={t(text.sealDays)}
          format={dates.dayFormat}
          separator="~"
          allowClear={false}
          // A pair of its own at each drawing would undo a first day that waits for its last.
          value={days}
          maxDate={dayjs(last)}
          disabledDate={(day, { from }) =>
            from !== undefined && Math.abs(day.diff(from, 'day')) >= MOST_DAYS
          }
          onChange={(ends) => ends?.[0] && ends[1] && setDays([ends[0], ends[1]])}
        />
        <Button
          autoFocus
          type="primary"
          loading={isBusy}
          onClick={() => void run(between(...days))}
        >
          {t(text.sealsRun)}
        </Button>
      </div>
      {state && <Verdict state={state} isBusy={isBusy} />}
    </Dialog>
  );
}

function Verdict({ state, isBusy }: { state: Checking; isBusy: boolean }) {
  const { days, done, problem } = state;
  const bad = done.filter(isBad).length;
  const open = done.filter(({ checks }) => checks === null).length;
  const whole = done.length - bad - open;
  return (
    <>
      {isBusy ? (
        <Progress
          percent={Math.round((100 * done.length) / days.length)}
          size="small"
          aria-label={t(text.sealsRun)}
        />
      ) : (
        <p className="seal-verdict" role="status">
          <Look kind={bad > 0 ? 'bad' : whole > 0 ? 'whole' : 'open'} />
          {bad > 0
            ? say(text.sealsBad, { n: bad, all: days.length })
            : say(text.sealsWhole, { n: whole, all: days.length })}
          {open > 0 && say(text.sealsOpen, { n: open })}
        </p>
      )}
      {problem !== undefined && (
        <p className="is-bad" role="alert">
          {say(text.sealsStopped, { message: problem })}
        </p>
      )}
      <ol className="seal-days">
        {done.toSorted((a, b) => Number(isBad(b)) - Number(isBad(a))).map(dayLine)}
      </ol>
    </>
  );
}

function dayLine(one: CheckedDay) {
  const kind = kindOf(one);
  const list = one.checks?.list ?? [];
  return (
    <li key={one.day} className={isBad(one) ? 'is-bad' : undefined}>
      <p>
        <Look kind={kind} />
        <b className="num">{one.day}</b>
        <span>{t(WORDS[kind])}</span>
        {list.length > 0 && <small className="num">{countWords(list)}</small>}
      </p>
      <ul>
        {list
          .filter((check) => !check.isWhole || !check.isChained || check.late > 0)
          .map((check) => (
            <li key={`${check.log} ${check.part}`}>{faultOf(check)}</li>
          ))}
      </ul>
    </li>
  );
}

function countWords(list: readonly SealCheck[]): string {
  const rows = list.reduce((sum, check) => sum + check.rows, 0);
  const logs = new Set(list.map(({ log }) => log)).size;
  const gone = list.filter(({ state }) => state === 'dropped' || state === 'archived').length;
  const words = say(text.sealCounts, { logs, n: numberText(rows) });
  return gone > 0 ? `${words} · ${say(text.sealGone, { n: gone })}` : words;
}

/** What is wrong with a seal: it is missing, its rows, its place in the chain, or rows that no seal covers yet. */
function faultOf(check: SealCheck): string {
  const name = t(entityOf(check.log).label);
  const log = check.part === 0 ? name : say(text.sealPart, { log: name, n: check.part });
  const counted = numberText(check.counted);
  const time = check.sealedAt === null ? '' : wallOf(check.sealedAt);
  const facts = { log, n: numberText(check.rows), counted, time };
  if (check.state === 'unsealed') return say(text.sealLacking, facts);
  if (check.state === 'miscounted') return say(text.sealMiscounted, facts);
  if (!check.isWhole) return say(text.sealBroken, facts);
  if (!check.isChained) return say(text.sealUnchained, facts);
  return say(text.sealLate, { log, n: numberText(check.late) });
}

function isBad({ checks }: CheckedDay): boolean {
  return checks !== null && !checks.isWhole;
}

function kindOf({ checks }: CheckedDay): keyof typeof WORDS {
  if (checks === null) return 'open';
  if (checks.isWhole) return 'whole';
  const isAltered = ({ state, isWhole, isChained }: SealCheck) =>
    state !== 'unsealed' && !(isWhole && isChained);
  return checks.list.some(isAltered) ? 'bad' : 'lacking';
}

const WORDS = {
  whole: text.sealWhole,
  bad: text.sealBad,
  lacking: text.sealMissing,
  open: text.sealOpen,
} as const;

function Look({ kind }: { kind: keyof typeof WORDS }) {
  if (kind === 'bad' || kind === 'lacking') return <Mark shape="cross" color="--bad-fill" />;
  if (kind === 'open') return <Mark shape="dotted" color="--ink-3" />;
  return <Mark shape="check" color="--ok-fill" />;
}

/** A day in UTC is closed two hours after its end. */
function lastClosedDay(now: string): string {
  return new Date(Date.parse(now) - 26 * HOUR_MS).toISOString().slice(0, 10);
}

/** The newest first. */
function between(from: Dayjs, to: Dayjs): string[] {
  return Array.from({ length: to.diff(from, 'day') + 1 }, (_, n) =>
    to.subtract(n, 'day').format(dates.dayFormat),
  );
}

const MOST_DAYS = 31;
const HOUR_MS = 3_600_000;
