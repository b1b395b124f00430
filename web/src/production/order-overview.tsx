import type { EntityRow } from '../entity/entity-row.ts';
import { Fact } from '../entity/row-details.tsx';
import { fieldOf } from '@millwright/contract/kernel/entity';
import type { Text } from '@millwright/contract/kernel/text';
import { order } from '@millwright/contract/production/order';
import { say, t } from '../kernel/language.tsx';
import { viewOf } from '../kinds/kind-views.ts';
import { Mark } from '../kinds/mark.tsx';
import { numberText } from '../kinds/number-text.ts';
import { siteZone, wallOf } from '../kinds/site-time.ts';
import { orderText } from '../locales/order.ts';
import { edgeOf, forecastOf, placeOf, rowsFor, type WordRow } from './order-dates.ts';
import { OrderFunnel } from './order-funnel.tsx';

/** The first tab of an order: will it be in time, how far is it, what matters about it. */
export function OrderOverview({ row }: { row: EntityRow }) {
  return (
    <div className="order-overview">
      <InTime row={row} />
      <OrderFunnel row={row} />
      <section>
        <h3 className="detail-title">{t(orderText.keyFacts)}</h3>
        <dl className="facts">
          {KEY_FACTS.map((name) => {
            const field = fieldOf(order, name);
            const { Cell } = viewOf(field);
            return (
              <Fact key={name} label={t(field.label)}>
                <Cell field={field} value={row[name]} shown={row.shown?.[name]} />
              </Fact>
            );
          })}
        </dl>
      </section>
    </div>
  );
}

const KEY_FACTS = ['customer', 'priority', 'orderType', 'productId', 'lineIds', 'source'];

/** A line from start to due date with today, the forecast and the flag of the due date on it. */
function InTime({ row }: { row: EntityRow }) {
  const zone = siteZone();
  const began = typeof row['actualStartTime'] === 'string';
  const start = dayOf(row['actualStartTime'] ?? row['planStartTime'], zone);
  const due = String(row['dueDate']);
  const today = wallNow(zone);
  const forecast = forecastOf(row, zone);
  const days = [due, start, forecast?.day ?? due, ...(began ? [] : [today])].sort();
  const [first = start, end = due] = [days[0], days.at(-1)];
  const place = (day: string) => placeOf(day, first, end);
  const at = (day: string) => `${place(day) * 100}%`;
  const wordAt = (text: Text, day: string, rows: readonly WordRow[], className?: string) => ({
    text: say(text, { day: short(day) }),
    at: place(day),
    rows,
    className,
  });
  const left = Math.max(0, Number(row['quantity']) - Number(row['packedQty']));
  const words = [
    wordAt(orderText.today, today, ['above']),
    wordAt(orderText.dueDay, due, ['below'], 'is-due'),
    ...(forecast
      ? [wordAt(orderText.forecastDay, forecast.day, ['above', 'below'], 'is-forecast')]
      : []),
    wordAt(began ? orderText.startDay : orderText.planStartDay, start, ['below', 'above']),
  ];
  return (
    <section>
      <h3 className="detail-title">
        {t(orderText.inTime)} <small>{say(orderText.remaining, { n: numberText(left) })}</small>
        <Answer row={row} />
      </h3>
      <div
        className="order-line"
        role="img"
        aria-label={`${say(orderText.dueDay, { day: due })}, ${forecast ? say(orderText.forecastDay, { day: forecast.day }) : t(orderText.noForecast)}`}
      >
        <span className="order-line-track" />
        {began && <span className="order-line-done" style={{ width: at(today) }} />}
        <span className="order-line-today" style={{ left: at(today) }} />
        {forecast && (
          <span
            className={`order-line-forecast is-${forecast.tone}`}
            style={{ left: at(forecast.day) }}
          >
            <Mark shape="pin" color="--primary" />
          </span>
        )}
        <span className="order-line-flag" style={{ left: at(due) }} />
        <LineWords words={words} />
      </div>
    </section>
  );
}

interface LineWord {
  readonly text: string;
  readonly at: number;
  readonly rows: readonly WordRow[];
  readonly className?: string;
}

/** The words of the line, each in a row in which it meets no other. */
function LineWords({ words }: { words: readonly LineWord[] }) {
  const rows = rowsFor(words);
  return words.map(({ text, at, className = '' }, index) => (
    <span
      key={text}
      className={`order-line-word is-${rows[index]} ${className}`}
      style={{ left: `${at * 100}%`, transform: `translateX(${ALIGN[edgeOf(at)]})` }}
    >
      {text}
    </span>
  ));
}

const ALIGN = { left: '0', middle: '-50%', right: '-100%' };

/** The answer in words, with its sign. */
function Answer({ row }: { row: EntityRow }) {
  const finished = row['actualEndTime'];
  if (typeof finished === 'string')
    return (
      <span className="order-answer">
        <Mark shape="check" color="--ok-fill" />
        {say(orderText.finishedOn, { day: dayOf(finished, siteZone()) })}
      </span>
    );
  const forecast = forecastOf(row, siteZone());
  if (!forecast) return <span className="order-answer">{t(orderText.noForecast)}</span>;
  const { lateDays, tone } = forecast;
  const sign =
    tone === 'late'
      ? ({ shape: 'triangle', color: '--bad-fill' } as const)
      : tone === 'tight'
        ? ({ shape: 'warning', color: '--warn-fill' } as const)
        : ({ shape: 'check', color: '--ok-fill' } as const);
  const text =
    lateDays > 0 ? orderText.noLate : lateDays === 0 ? orderText.yesOnTheDay : orderText.yesEarly;
  return (
    <span className={`order-answer${tone === 'late' ? ' is-bad' : ''}`}>
      <Mark {...sign} />
      {say(text, { n: Math.abs(lateDays) })}
    </span>
  );
}

function wallNow(zone: string): string {
  return wallOf(new Date().toISOString(), zone).slice(0, 10);
}

function dayOf(iso: unknown, zone: string): string {
  return typeof iso === 'string' ? wallOf(iso, zone).slice(0, 10) : '';
}

function short(day: string): string {
  return day.slice(5);
}
