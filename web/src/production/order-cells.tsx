import type { EntityRow } from '../entity/entity-row.ts';
import { say } from '../kernel/language.tsx';
import { Mark } from '../kinds/mark.tsx';
import { numberText } from '../kinds/number-text.ts';
import { siteZone, wallOf } from '../kinds/site-time.ts';
import { orderText } from '../locales/order.ts';
import { forecastOf, lineSpan } from './order-dates.ts';
import './order.css';

/** Cells of the order lists, by column. */
export const orderCells = {
  lineIds: (row: EntityRow) => <Lines row={row} />,
  goodQty: (row: EntityRow) => <Made value={row['goodQty']} row={row} />,
  ngQty: (row: EntityRow) => <Made value={row['ngQty']} row={row} />,
  progress: (row: EntityRow) => <Progress row={row} />,
  /** The day is what is planned with; the time stands in the details. */
  planStartTime: (row: EntityRow) => (
    <span className="num">
      {typeof row['planStartTime'] === 'string' ? wallOf(row['planStartTime']).slice(0, 10) : '—'}
    </span>
  ),
  forecastTime: (row: EntityRow) => (
    <span className="num">{forecastOf(row, siteZone())?.day ?? '—'}</span>
  ),
  difference: (row: EntityRow) => <Difference row={row} />,
};

/** Lines as a span of their codes; their names are the tooltip. */
function Lines({ row }: { row: EntityRow }) {
  const names = (row.shown['lineIds'] as string[] | undefined) ?? [];
  return names.length === 0 ? '—' : <span title={names.join('\n')}>{lineSpan(names)}</span>;
}

/** The share that is packed: a bar and its percent, grey while the order is paused. */
export function Progress({ row }: { row: EntityRow }) {
  if (!hasBegun(row)) return '—';
  const percent = Number(row['progress'] ?? 0);
  return (
    <span className={`order-progress${row['state'] === 'paused' ? ' is-paused' : ''}`}>
      <span className="order-bar">
        <span style={{ width: `${Math.min(100, percent)}%` }} />
      </span>
      <span className="num">{percent.toFixed(1)}%</span>
    </span>
  );
}

/** Forecast against due date in words, coloured only when late or tight. */
export function Difference({ row }: { row: EntityRow }) {
  const forecast = forecastOf(row, siteZone());
  if (!forecast) return '—';
  const { lateDays, tone } = forecast;
  const words =
    lateDays === 0
      ? say(orderText.onTheDay, {})
      : say(lateDays > 0 ? orderText.lateBy : orderText.earlyBy, { n: Math.abs(lateDays) });
  if (tone === 'calm') return <span className="order-calm num">{words}</span>;
  return (
    <span className={`order-difference num ${tone === 'late' ? 'is-bad' : 'is-warn'}`}>
      <Mark
        shape={tone === 'late' ? 'triangle' : 'warning'}
        color={tone === 'late' ? '--bad-fill' : '--warn-fill'}
      />
      {words}
    </span>
  );
}

/** Nothing made yet is nothing, not zero. */
function Made({ value, row }: { value: unknown; row: EntityRow }) {
  return <span className="num">{hasBegun(row) ? numberText(value) : '—'}</span>;
}

export function hasBegun(row: EntityRow): boolean {
  return Number(row['outputQty'] ?? 0) > 0;
}
