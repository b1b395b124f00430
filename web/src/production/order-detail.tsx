import type { DetailSlots } from '../entity/entity-drawer.tsx';
import { t } from '../kernel/language.tsx';
import { later } from '../kernel/later.tsx';
import { numberText } from '../kinds/number-text.ts';
import { orderText } from '../locales/order.ts';

const OrderOverview = later(async () => ({
  default: (await import('./order-overview.tsx')).OrderOverview,
}));
const OrderDowntimeTab = later(async () => ({
  default: (await import('./order-downtime.tsx')).OrderDowntimeTab,
}));

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
