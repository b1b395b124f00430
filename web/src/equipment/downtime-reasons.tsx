import type { DowntimePareto } from '@millwright/contract/equipment/downtime';
import { downtimeCategoryWord } from '@millwright/contract/equipment/downtime-word';
import { useSearchParams } from 'react-router';
import { ChartFrame } from '../charts/chart-frame.tsx';
import { t } from '../kernel/language.tsx';
import { numberText } from '../kinds/number-text.ts';
import { cumulated, reasonData, reasonWord, siteBeside } from './downtime-data.ts';

type ReasonRow = DowntimePareto['byReason'][number];

/** Bars with the cumulated share behind them; a click leads to the rows. */
export function DowntimeReasons({
  data,
  span,
}: {
  data: DowntimePareto;
  span: { shiftDate: { begin: string; end: string } };
}) {
  const [, setSearch] = useSearchParams();
  const rows = data.byReason.slice(0, MOST_BARS);
  const most = Math.max(1, ...rows.map(({ minutes }) => minutes));
  const shares = cumulated(data);
  const go = (row: ReasonRow) =>
    setSearch({
      shiftDate: `${span.shiftDate.begin}~${span.shiftDate.end}`,
      category: row.category,
      ...(row.reasonId ? { reasonId: row.reasonId } : {}),
    });
  return (
    <ChartFrame className="eq-chart" data={reasonData(data, span.shiftDate)}>
      <ol className="eq-reasons">
        {rows.map((row, index) => (
          <li key={keyFor(row)}>
            <button type="button" onClick={() => go(row)}>
              <span>
                {reasonWord(row)} <small>{besides(row, data.byReason)}</small>
              </span>
              <i>
                <i
                  className={row.category === 'unclassified' ? 'is-open' : undefined}
                  style={{ width: `${(row.minutes / most) * 100}%` }}
                />
              </i>
              <b className="num">{numberText(Math.round(row.minutes))}</b>
              <small className="num">{Math.round((shares[index] ?? 0) * 100)} %</small>
            </button>
          </li>
        ))}
      </ol>
    </ChartFrame>
  );
}

const MOST_BARS = 12;

function keyFor(row: ReasonRow): string {
  return `${row.category} ${row.reasonId ?? ''}`;
}

function besides(row: ReasonRow, all: readonly ReasonRow[]): string {
  return [categoryBeside(row), siteBeside(row, all)].filter(Boolean).join(' · ');
}

/** Not said twice where reason and category have the same word. */
function categoryBeside(row: ReasonRow): string {
  const word = t(downtimeCategoryWord(row.category));
  return word === reasonWord(row) ? '' : word;
}
