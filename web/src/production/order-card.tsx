import { fieldOf } from '@millwright/contract/kernel/entity';
import { order } from '@millwright/contract/production/order';
import { siteToday } from '../base/site-today.ts';
import type { EntityRow } from '../entity/entity-row.ts';
import { t } from '../kernel/language.tsx';
import { viewOf } from '../kinds/kind-views.ts';
import { numberText } from '../kinds/number-text.ts';
import { siteZone } from '../kinds/site-time.ts';
import { orderText } from '../locales/order.ts';
import { Difference, hasBegun, orderCells, Progress } from './order-cells.tsx';
import { forecastOf, shortDay } from './order-dates.ts';

/** An order on a phone: name, number, state, progress, then the sentence that matters. */
export function OrderCard({ row }: { row: EntityRow }) {
  const state = fieldOf(order, 'state');
  const { Cell } = viewOf(state);
  const forecast = forecastOf(row, siteZone());
  const today = siteToday();
  return (
    <div className="order-card">
      <div className="list-card-head">
        <strong>{String(row['orderName'])}</strong>
        <Cell field={state} value={row['state']} />
      </div>
      <div className="order-card-line">
        <span>{String(row['orderCode'])}</span>
        <span>{orderCells.lineIds(row)}</span>
      </div>
      {hasBegun(row) && (
        <div className="order-card-progress">
          <Progress row={row} />
        </div>
      )}
      <div className="order-card-line num">
        <span>
          {t(orderText.packedOf)} <b>{numberText(row['packedQty'])}</b> /{' '}
          {numberText(row['quantity'])} {t(orderText.pieces)}
        </span>
      </div>
      <div className="order-card-line num">
        <span>
          {t(orderText.duePhone)} <b>{shortDay(String(row['dueDate']), today)}</b>
          {forecast && (
            <>
              {' '}
              &ensp;{t(orderText.forecastPhone)} <b>{shortDay(forecast.day, today)}</b>
            </>
          )}
        </span>
        <strong>
          <Difference row={row} />
        </strong>
      </div>
    </div>
  );
}
