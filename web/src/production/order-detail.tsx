import type { DetailSlots } from '../entity/entity-drawer.tsx';
import { t } from '../kernel/language.tsx';
import { numberText } from '../kinds/number-text.ts';
import { orderText } from '../locales/order.ts';
import { OrderDowntimeTab } from './order-downtime.tsx';
import { OrderOverview } from './order-overview.tsx';

/** The drawer of an order, the same on both pages. */
export const orderDetail: DetailSlots = {
  tabs: (row) => [
    { key: 'overview', label: t(orderText.overview), content: <OrderOverview row={row} /> },
  ],
  after: (row) => [
    { key: 'downtime', label: t(orderText.downtime), content: <OrderDowntimeTab row={row} /> },
  ],
  subtitle: (row) =>
    [row['orderName'], row['materialCode'], `${numberText(row['quantity'])} ${t(orderText.pieces)}`]
      .filter(Boolean)
      .join(' · '),
};
