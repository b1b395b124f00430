import { trimDecimal } from '../kinds/decimal.ts';

/** What is known about how an order goes on. Quantities in pieces. */
export interface OrderPace {
  readonly state: string;
  readonly quantity: number;
  readonly goodQty: number;
  readonly packedQty: number;
  /** `YYYY-MM-DD`. */
  readonly dueDate: string;
  /** Good pieces of the last working days, newest last; days without shifts are left out. */
  readonly dailyOutput: readonly number[];
  /** Whether shifts begin on a local day; absent = every day counts. */
  readonly worksOn?: ((day: string) => boolean) | undefined;
  /** Instant: the forecast as it was written last. It stands until it is written anew. */
  readonly writtenForecast?: string | null | undefined;
  /** Instant; before the first piece an order is expected to end as planned. */
  readonly planEndTime?: string | null;
}

/** What a page shows of it. */
export interface OrderOutlook {
  readonly progress: string;
  readonly forecastTime: string | null;
  readonly risk: 'onTime' | 'risk' | 'late' | null;
}

/** Packed ÷ quantity in percent with at most two places: `'61.25'`; over-production can pass 100. */
export function progressOf({
  packedQty,
  quantity,
}: Pick<OrderPace, 'packedQty' | 'quantity'>): string {
  if (quantity <= 0) return '0';
  return trimDecimal(Math.min(999.99, (packedQty / quantity) * 100).toFixed(2));
}

/**
 * When the rest will be good: what is missing ÷ mean output of the last five working days, days without shifts stepped
 * over. Null without output to judge by, and when nothing is missing. `dayOf` gives the local day of an instant.
 */
export function forecastOf(
  pace: Pick<OrderPace, 'quantity' | 'goodQty' | 'dailyOutput' | 'worksOn' | 'writtenForecast'>,
  now: Date,
  dayOf: (at: Date) => string,
): string | null {
  const days = pace.dailyOutput.slice(-WORKING_DAYS);
  const mean = days.reduce((sum, count) => sum + count, 0) / Math.max(1, days.length);
  const missing = pace.quantity - pace.goodQty;
  if (missing <= 0) return null;
  if (pace.writtenForecast) return pace.writtenForecast;
  if (mean <= 0) return null;
  const at = after(missing / mean, now, (from) => pace.worksOn?.(dayOf(from)) ?? true);
  return at !== null && at < LATEST_MS ? new Date(at).toISOString() : null;
}

/** The moment when so many working days have passed, each 24 hours long; null when that is years away. */
function after(workDays: number, now: Date, works: (from: Date) => boolean): number | null {
  let left = workDays;
  for (let day = 0; day < FARTHEST_DAYS; day += 1) {
    const from = now.getTime() + day * DAY_MS;
    if (!works(new Date(from))) continue;
    if (left <= 1) return from + left * DAY_MS;
    left -= 1;
  }
  return null;
}

/**
 * Whether the due date is kept: late when the forecast (or today) lies after it, at risk when the forecast comes
 * within two days of it. Null where nothing is promised: drafts, and what is finished or cancelled. `dayOf` gives
 * the local day of an instant.
 */
export function riskOf(
  pace: Pick<OrderPace, 'state' | 'dueDate' | 'quantity' | 'goodQty'>,
  forecastTime: string | null,
  now: Date,
  dayOf: (at: Date) => string,
): OrderOutlook['risk'] {
  if (!OPEN.has(pace.state)) return null;
  if (pace.goodQty >= pace.quantity) return 'onTime';
  const expected = forecastTime === null ? dayOf(now) : dayOf(new Date(forecastTime));
  if (expected > pace.dueDate) return 'late';
  if (forecastTime === null) return 'onTime';
  const spare = (Date.parse(pace.dueDate) - Date.parse(expected)) / DAY_MS;
  return spare <= RISK_DAYS ? 'risk' : 'onTime';
}

/** Progress, forecast and risk together. */
export function outlookOf(pace: OrderPace, now: Date, dayOf: (at: Date) => string): OrderOutlook {
  const expected =
    pace.state === 'released' ? (pace.planEndTime ?? null) : forecastOf(pace, now, dayOf);
  const forecastTime = OPEN.has(pace.state) ? expected : null;
  return { progress: progressOf(pace), forecastTime, risk: riskOf(pace, forecastTime, now, dayOf) };
}

/** Days by whose output a forecast judges. */
export const WORKING_DAYS = 5;
const RISK_DAYS = 2;
const DAY_MS = 86_400_000;
const FARTHEST_DAYS = 3650;
const LATEST_MS = Date.parse('2999-12-31T00:00:00Z');
const OPEN = new Set(['released', 'running', 'paused']);
