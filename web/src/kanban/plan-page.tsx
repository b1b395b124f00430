import type { PlanFeed, PlanOrder } from '@millwright/contract/system/kanban-feed';
import { say, t, titled } from '../kernel/language.tsx';
import { Mark } from '../kinds/mark.tsx';
import { signOf } from '../kinds/state-mark.tsx';
import { numberText } from '../kinds/number-text.ts';
import { boardText as text } from '../locales/board.ts';
import './plan-page.css';

/** The open orders in the order in which they are worked: how far, until when, and which of them are in danger. */
export function PlanPage({ data, room }: { data: PlanFeed; room: number }) {
  const { orders, total, late, atRisk } = data;
  if (total === 0) return <p className="board-empty">{t(text.ordersNone)}</p>;
  const shown = orders.slice(0, room);
  return (
    <>
      <ul className="board-counts">
        <li>
          {t(text.orders)} <b className="num">{total}</b>
        </li>
        {late > 0 && (
          <li className="is-bad">
            <Mark shape="triangle" color="--bad-fill" /> {t(text.late)}{' '}
            <b className="num">{late}</b>
          </li>
        )}
        {atRisk > 0 && (
          <li className="is-warn">
            <Mark shape="warning" color="--warn-fill" /> {t(text.atRisk)}{' '}
            <b className="num">{atRisk}</b>
          </li>
        )}
      </ul>
      <ol className="board-orders">
        {shown.map((order) => (
          <Order key={order.orderCode} order={order} />
        ))}
        {total > shown.length && (
          <li className="board-rest">{say(text.moreOrders, { n: total - shown.length })}</li>
        )}
      </ol>
    </>
  );
}

function Order({ order }: { order: PlanOrder }) {
  const tone = order.risk === 'late' ? 'is-bad' : order.risk === 'risk' ? 'is-warn' : 'is-ok';
  const sign = signOf(order.state);
  const share = Math.min(100, Number(order.progress));
  return (
    <li className={tone}>
      <span className="board-order-name">
        {sign && <Mark shape={sign.shape} color={sign.color} />}
        <b>{titled(order.productName ?? order.orderName, order.productNameEn ?? undefined)}</b>
        <span className="num">{order.orderCode}</span>
      </span>
      <span className="board-order-due num">{say(text.due, { day: order.dueDate.slice(5) })}</span>
      <span className="board-order-count num">
        <b>{numberText(order.goodQty)}</b> / {numberText(order.quantity)}
      </span>
      <svg className="board-bar" viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">
        <rect className="board-bar-all" width="100" height="1" />
        <rect className="board-bar-done" width={share} height="1" />
      </svg>
    </li>
  );
}
