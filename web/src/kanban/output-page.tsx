import type { LineOutput, OutputHour } from '@millwright/contract/equipment/live-equipment';
import type { Text } from '@millwright/contract/kernel/text';
import type { OutputFeed } from '@millwright/contract/system/kanban-feed';
import { say, t } from '../kernel/language.tsx';
import { numberText } from '../kinds/number-text.ts';
import { boardText as text } from '../locales/board.ts';
import { isDown } from './line-foot.tsx';
import { clockOf, named } from './words.ts';
import './output-page.css';

interface Seen {
  readonly data: OutputFeed;
  readonly now: number;
  readonly timeZone: string;
  /** Lines that fit. */
  readonly room: number;
}

/** Whether a line keeps up with its standard beat in this shift; all lines of a site one below the other. */
export function OutputPage({ data, now, timeZone, room }: Seen) {
  const { lines, standing } = data;
  const [line] = lines;
  if (!line) return <p className="board-empty">{t(text.linesNone)}</p>;
  if (lines.length === 1)
    return (
      <OneLine
        line={line}
        isDown={standing !== null && isDown(standing)}
        now={now}
        timeZone={timeZone}
      />
    );
  const shown = lines.slice(0, lines.length > room ? room - 1 : room);
  return (
    <ol className="board-lines">
      {shown.map((one) => (
        <LineRow key={one.code} line={one} />
      ))}
      {lines.length > shown.length && (
        <li className="board-rest">{say(text.moreLines, { n: lines.length - shown.length })}</li>
      )}
    </ol>
  );
}

function OneLine({
  line,
  isDown: isLineDown,
  now,
  timeZone,
}: { line: LineOutput; isDown: boolean } & Pick<Seen, 'now' | 'timeZone'>) {
  const why = missing(line);
  const made = line.good + line.ng;
  return (
    <div className={`board-output ${toneOf(made, line.standard)}`}>
      <p className="board-output-order">
        {[line.orderName, line.shiftName].filter(Boolean).join(' · ')}
      </p>
      <div className="board-output-main">
        <span>{t(text.ofStandard)}</span>
        {why ? <strong className="is-why">{t(why)}</strong> : <Share line={line} />}
        {!why && <Against made={made} standard={line.standard} />}
      </div>
      <Facts line={line} />
      {!isLineDown && <Hours hours={line.hours} now={now} timeZone={timeZone} />}
    </div>
  );
}

function Share({ line }: { line: LineOutput }) {
  const share = shareOf(line);
  if (share === null) return <strong className="is-why">{t(text.noBeat)}</strong>;
  return (
    <strong className="num">
      {share}
      <small>%</small>
    </strong>
  );
}

function Against({ made, standard }: { made: number; standard: number | null }) {
  const gap = standard === null ? null : standard - made;
  return (
    <p className="board-output-sums">
      <b className="num">{numberText(made)}</b> {t(text.pieces)}
      {standard !== null && (
        <span>
          {t(text.standard)} <b className="num">{numberText(standard)}</b>
        </span>
      )}
      {gap !== null && gap !== 0 && (
        <span>
          {t(gap > 0 ? text.behind : text.ahead)}{' '}
          <b className="num board-output-gap">{numberText(Math.abs(gap))}</b>
        </span>
      )}
    </p>
  );
}

function Facts({ line }: { line: LineOutput }) {
  const { good, ng, standardBeat, standardOfShift, isCounted } = line;
  const dash = (value: number | null) => (value === null ? '—' : numberText(value));
  const quality = good + ng > 0 ? ((good / (good + ng)) * 100).toFixed(1) : null;
  return (
    <dl className="board-output-facts">
      <div>
        <dt>{t(text.beat)}</dt>
        <dd>
          <b className="num">{dash(standardBeat)}</b> {t(text.seconds)}
        </dd>
      </div>
      <div>
        <dt>{t(text.standardOfShift)}</dt>
        <dd>
          <b className="num">{dash(standardOfShift)}</b> {t(text.pieces)}
        </dd>
      </div>
      <div>
        <dt>{t(text.ng)}</dt>
        <dd>
          <b className="num">{isCounted ? numberText(ng) : '—'}</b> {t(text.pieces)}
          {quality !== null && <span>{say(text.quality, { n: quality })}</span>}
        </dd>
      </div>
    </dl>
  );
}

/** A bar for each hour of the shift against its standard; the number is always written. */
function Hours({
  hours,
  now,
  timeZone,
}: { hours: readonly OutputHour[] } & Pick<Seen, 'now' | 'timeZone'>) {
  const most = Math.max(1, ...hours.map((one) => Math.max(madeIn(one) ?? 0, one.standard ?? 0)));
  return (
    <ol className="board-hours">
      {hours.map((one) => {
        const begin = Date.parse(one.hour);
        const made = madeIn(one);
        const isNow = begin <= now && now < begin + HOUR_MS;
        const share = (pieces: number | null) => `${((pieces ?? 0) / most) * 100}%`;
        // Of the running hour as much is expected as has gone by.
        const expected =
          isNow && one.standard !== null ? (one.standard * (now - begin)) / HOUR_MS : one.standard;
        return (
          <li key={one.hour} className={isNow ? 'is-now' : undefined}>
            <span className="board-hour">
              {one.standard !== null && <u style={{ bottom: share(one.standard) }} />}
              {made !== null && (
                <>
                  <span className={toneOf(made, expected)} style={{ height: share(made) }} />
                  <b className="num" style={{ bottom: share(Math.max(made, one.standard ?? 0)) }}>
                    {numberText(made)}
                  </b>
                </>
              )}
            </span>
            <i className="num">{clockOf(begin, timeZone).slice(0, 2)}</i>
          </li>
        );
      })}
    </ol>
  );
}

function LineRow({ line }: { line: LineOutput }) {
  const why = missing(line);
  const share = shareOf(line);
  const made = line.good + line.ng;
  return (
    <li className={why ? undefined : toneOf(made, line.standard)}>
      <b>{named(line.code, line.name)}</b>
      {why ? (
        <span className="board-why">{t(why)}</span>
      ) : (
        <>
          <span>{line.orderName}</span>
          <span className="num">
            {numberText(made)}
            {line.standard !== null && ` / ${numberText(line.standard)}`}
          </span>
        </>
      )}
      <strong className="num">{why || share === null ? '—' : `${share} %`}</strong>
    </li>
  );
}

/** Why a line has no figure now. */
function missing({ hasDischarge, shiftName, isCounted }: LineOutput): Text | null {
  if (!hasDischarge) return text.noDischarge;
  if (shiftName === null) return text.noShift;
  return isCounted ? null : text.notCounted;
}

function shareOf({ good, ng, standard }: LineOutput): number | null {
  return percentOf(good + ng, standard);
}

function percentOf(made: number, expected: number | null): number | null {
  return expected !== null && expected > 0 ? Math.round((made / expected) * 100) : null;
}

function madeIn({ good, ng }: OutputHour): number | null {
  return good === null ? null : good + (ng ?? 0);
}

/** Green from 95 % of what was expected, amber from 85 %, red below: of the percent that stands there. */
function toneOf(made: number, expected: number | null): string {
  const share = percentOf(made, expected);
  if (share === null) return '';
  return share >= 95 ? 'is-ok' : share >= 85 ? 'is-warn' : 'is-bad';
}

const HOUR_MS = 3_600_000;
