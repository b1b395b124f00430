import EntityPage from '../../entity/entity-page.tsx';
import type { EntityPageProps } from '../../entity/entity-page.tsx';
import { locale, t } from '../../kernel/language.tsx';
import { isCompanyWide } from '../../kernel/permission.tsx';
import { orderText } from '../../locales/order.ts';
import { OrderCard } from '../../production/order-card.tsx';
import { orderCells } from '../../production/order-cells.tsx';
import { orderDetail } from '../../production/order-detail.tsx';
import { OrderFigures } from '../../production/order-figures.tsx';
import { orderOpens } from '../../production/order-opens.ts';
import { travellerActs, useTraveller } from '../../production/use-traveller.tsx';

/** Orders in production: due against forecast. Typed, imported and released they are on /baseConfig/order. */
export default function ProductionOrderPage() {
  const { act, dialog } = useTraveller();
  return (
    <>
      <EntityPage {...page} columns={isCompanyWide() ? ofAllSites : ofOneSite} onAct={act} />
      {dialog}
    </>
  );
}

/** English words are longer than Chinese ones. */
const wide = locale === 'en_US' ? 1 : 0;

const ofOneSite = [
  'orderCode',
  'orderName',
  'lineIds',
  'quantity',
  'goodQty',
  'ngQty',
  'progress',
  'dueDate',
  'forecastTime',
  'difference',
  'state',
];

/** The department takes the room of the pieces made, so that due date and state stay in sight. */
const ofAllSites = [
  'orderCode',
  'orderName',
  'departName',
  'quantity',
  'progress',
  'dueDate',
  'forecastTime',
  'difference',
  'state',
];

const page: EntityPageProps = {
  entity: 'production/order',
  ownColumns: [
    { prop: 'orderCode', width: 142 - 4 * wide },
    { prop: 'orderName', width: 140 },
    { prop: 'lineIds', width: 78 },
    { prop: 'quantity', label: t(orderText.quantity), width: 74 + 22 * wide },
    { prop: 'goodQty', label: t(orderText.good), unit: t(orderText.pieces), width: 64 + 14 * wide },
    { prop: 'ngQty', width: 50 },
    { prop: 'progress', label: t(orderText.progressPacked), width: 122 - 32 * wide, right: false },
    { prop: 'dueDate', width: 92 - 8 * wide },
    { prop: 'forecastTime', width: 92 - 8 * wide },
    { prop: 'difference', label: t(orderText.difference), width: 80 + 22 * wide, right: true },
    { prop: 'state', width: 80 + 12 * wide },
  ],
  cells: orderCells,
  filters: ['customer', 'lineIds', 'state', 'dueDate'],
  usual: { filters: { state: 'running,paused,released,draft' } },
  figures: OrderFigures,
  detail: orderDetail,
  card: (row) => <OrderCard row={row} />,
  opens: orderOpens,
  ownActs: travellerActs,
  ownBatch: travellerActs,
  // Orders are typed, imported, released and cancelled on /baseConfig/order.
  actions: ['edit', 'pause', 'resume', 'complete', 'close', 'reopen', 'copy', 'split'],
  reasonOn: ['order.complete.piecesOpen'],
  note: t(orderText.sortNote),
};
