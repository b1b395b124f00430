import type { DowntimePareto } from '@millwright/contract/equipment/downtime';
import { downtimeCategoryWord } from '@millwright/contract/equipment/downtime-word';
import { useSearchParams } from 'react-router';
import { locale, t } from '../kernel/language.tsx';
import { numberText } from '../kinds/number-text.ts';
import { equipmentText as text } from '../locales/equipment.ts';
import { DowntimeChart } from './downtime-chart.tsx';

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
  const shares = cumulated(rows.map(({ minutes }) => minutes / Math.max(1, data.minutes)));
  const go = (row: ReasonRow) =>
    setSearch({
      shiftDate: `${span.shiftDate.begin}~${span.shiftDate.end}`,
      category: row.category,
      ...(row.reasonId ? { reasonId: row.reasonId } : {}),
    });
  return (
    <DowntimeChart
      title={text.byReason}
      note={text.byReasonNote}
      table={<ReasonTable rows={data.byReason} />}
    >
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
    </DowntimeChart>
  );
}

const MOST_BARS = 12;

function cumulated(shares: readonly number[]): number[] {
  let sum = 0;
  return shares.map((share) => (sum += share));
}

function ReasonTable({ rows }: { rows: readonly ReasonRow[] }) {
  return (
    <table className="eq-table">
      <thead>
        <tr>
          <th>{t(text.category)}</th>
          <th>{t(text.reason)}</th>
          <th className="is-right">{t(text.minutesUnit)}</th>
          <th className="is-right">{t(text.count)}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={keyFor(row)}>
            <td>{t(downtimeCategoryWord(row.category))}</td>
            <td>
              {reasonWord(row)} <small>{siteBeside(row, rows)}</small>
            </td>
            <td className="num is-right">{numberText(Math.round(row.minutes))}</td>
            <td className="num is-right">{numberText(row.count)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function keyFor(row: ReasonRow): string {
  return `${row.category} ${row.reasonId ?? ''}`;
}

function reasonWord(row: ReasonRow): string {
  if (row.category === 'unclassified') return t(text.unclassified);
  const name = locale === 'en_US' ? row.nameEn : row.nameZh;
  return name ?? t(text.noReason);
}

function besides(row: ReasonRow, all: readonly ReasonRow[]): string {
  return [categoryBeside(row), siteBeside(row, all)].filter(Boolean).join(' · ');
}

/** Sites that call their own reasons alike are told apart. */
function siteBeside(row: ReasonRow, all: readonly ReasonRow[]): string {
  const isAlike = (one: ReasonRow) =>
    one !== row && one.category === row.category && reasonWord(one) === reasonWord(row);
  return (all.some(isAlike) && row.siteName) || '';
}

/** Not said twice where reason and category have the same word. */
function categoryBeside(row: ReasonRow): string {
  const word = t(downtimeCategoryWord(row.category));
  return word === reasonWord(row) ? '' : word;
}
