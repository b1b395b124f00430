import type { LineOee } from '@millwright/contract/equipment/line-oee';
import type { KeyFigures } from '@millwright/contract/equipment/time-model';
import type { Text } from '@millwright/contract/kernel/text';
import type { OeeFeed } from '@millwright/contract/system/kanban-feed';
import { say, t } from '../kernel/language.tsx';
import { numberText } from '../kinds/number-text.ts';
import { boardText as text } from '../locales/board.ts';
import { oeeText } from '../locales/oee.ts';
import { lengthOf, named } from './words.ts';
import './output-page.css';
import './oee-page.css';

/** What a line loses in this shift, and to which of availability, performance and quality; all lines of a site one below the other. */
export function OeePage({ data, room }: { data: OeeFeed; room: number }) {
  const { lines } = data;
  const [line] = lines;
  if (!line) return <p className="board-empty">{t(text.linesNone)}</p>;
  if (lines.length === 1) return <OneLine line={line} />;
  const shown = lines.slice(0, lines.length > room ? room - 1 : room);
  return (
    <ol className="board-lines board-oee-lines">
      {shown.map((one) => (
        <LineRow key={one.code} line={one} />
      ))}
      {lines.length > shown.length && (
        <li className="board-rest">{say(text.moreLines, { n: lines.length - shown.length })}</li>
      )}
    </ol>
  );
}

function OneLine({ line }: { line: LineOee }) {
  const { bottleneck, shiftName, figures } = line;
  const why = missing(line);
  const about = [bottleneck && say(text.bottleneck, { name: bottleneck }), shiftName];
  return (
    <div className={`board-output board-oee ${figures?.isThin ? 'is-thin' : ''}`}>
      <p className="board-output-order">{about.filter(Boolean).join(' · ')}</p>
      <div className="board-output-main">
        <span>OEE</span>
        {why ? <strong className="is-why">{t(why)}</strong> : <Oee figures={figures} />}
      </div>
      {figures && <Facts line={line} figures={figures} />}
      {figures && <Factors figures={figures} />}
    </div>
  );
}

function Oee({ figures }: { figures: KeyFigures | null }) {
  return (
    <>
      <strong className="num">
        {percentOf(figures?.oee ?? null)}
        <small>%</small>
      </strong>
      {figures?.isBeatTooLong && <p className="board-oee-hint">{t(oeeText.beatTooLong)}</p>}
    </>
  );
}

function Facts({ line, figures }: { line: LineOee; figures: KeyFigures }) {
  const { output, runTime, hasDischarge } = line;
  return (
    <dl className="board-output-facts">
      <div className="is-time">
        <dt>{t(text.runTime)}</dt>
        <dd>
          <b className="num">{figures.coverage ? lengthOf(runTime) : '—'}</b>
          <span>{say(text.plannedTime, { time: lengthOf(figures.plannedTime) })}</span>
        </dd>
      </div>
      <div>
        <dt>{t(hasDischarge ? text.made : text.madeByBottleneck)}</dt>
        <dd>
          <b className="num">{output ? numberText(output.good + output.ng) : '—'}</b>{' '}
          {t(text.pieces)}
          {output && <span>{say(text.ngOfThem, { n: numberText(output.ng) })}</span>}
        </dd>
      </div>
      <div>
        <dt>{t(oeeText.dataCoverage)}</dt>
        <dd>
          <b className="num">{percentOf(figures.coverage)}</b> %
          {figures.coverage !== 0 && figures.isThin && <span>{t(text.thin)}</span>}
        </dd>
      </div>
    </dl>
  );
}

/** A, P and Q as bars; the one that costs most is named. */
function Factors({ figures }: { figures: KeyFigures }) {
  const known = factors.map(({ of }) => of(figures)).filter((share) => share !== null);
  const least = Math.min(...known);
  return (
    <ol className="board-factors">
      {factors.map(({ label, of }) => {
        const share = of(figures);
        const isLeast = figures.oee !== null && share === least && share < 1;
        return (
          <li key={label.en} className={isLeast ? 'is-warn' : undefined}>
            <span>
              {t(label)}
              {isLeast && <i>{t(text.mostLost)}</i>}
            </span>
            <b className="num">
              {percentOf(share)}
              {share !== null && <small>%</small>}
            </b>
            <u>
              <u style={{ width: `${Math.min(share ?? 0, 1) * 100}%` }} />
            </u>
          </li>
        );
      })}
    </ol>
  );
}

function LineRow({ line }: { line: LineOee }) {
  const { code, name, figures, bottleneck } = line;
  const why = missing(line);
  return (
    <li className={figures?.isThin ? 'is-thin' : undefined}>
      <b>{named(code, name)}</b>
      <span className={why ? 'board-oee-why' : 'board-oee-about'}>{why ? t(why) : bottleneck}</span>
      {!why && figures && (
        <span className="num board-oee-factors">
          {factors.map(({ sign, of }) => `${sign} ${percentOf(of(figures))}`).join(' · ')}
        </span>
      )}
      <strong className="num">{why ? '—' : `${percentOf(figures?.oee ?? null)} %`}</strong>
    </li>
  );
}

const factors: readonly {
  readonly sign: string;
  readonly label: Text;
  readonly of: (figures: KeyFigures) => number | null;
}[] = [
  {
    sign: 'A',
    label: oeeText.availability,
    of: ({ availability, coverage }) => (coverage ? availability : null),
  },
  { sign: 'P', label: oeeText.performance, of: ({ performance }) => performance },
  { sign: 'Q', label: oeeText.quality, of: ({ quality }) => quality },
];

/** Why a line has no OEE now. */
function missing({ bottleneck, shiftName, figures }: LineOee): Text | null {
  if (bottleneck === null) return text.noMachine;
  if (shiftName === null || !figures) return text.noShift;
  if (!figures.coverage) return text.deaf;
  if (figures.quality === null) return text.notCounted;
  return figures.oee === null ? text.noMachineBeat : null;
}

/** Whole percents; what is not known is a dash. */
function percentOf(share: number | null): string {
  return share === null ? '—' : numberText(Math.round(share * 100));
}
