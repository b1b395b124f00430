import { order } from '@millwright/contract/production/order';
import EntityPage from '../../entity/entity-page.tsx';
import type { EntityPageProps } from '../../entity/entity-page.tsx';
import { FigureStrip, useCount } from '../../entity/figures.tsx';
import { placeOf } from '../../entity/list-place.ts';
import type { List } from '../../entity/use-list.ts';
import { locale, say, t } from '../../kernel/language.tsx';
import { isCompanyWide } from '../../kernel/permission.tsx';
import { orderText } from '../../locales/order.ts';
import { OrderCard } from '../../production/order-card.tsx';
import { orderCells } from '../../production/order-cells.tsx';
import { orderDetail } from '../../production/order-detail.tsx';
import { orderOpens } from '../../production/order-opens.ts';
import { travellerActs, useTraveller } from '../../production/use-traveller.tsx';

/** Orders before production: typed, imported or received from the ERP, then released. */
export default function BaseConfigOrderPage() {
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
  'customer',
  'quantity',
  'priority',
  'lineIds',
  'planStartTime',
  'dueDate',
  'state',
];

/** Department and ERP number take the room of lines and start, so that due date and state stay in sight. */
const ofAllSites = [
  'orderCode',
  'orderName',
  'departName',
  'orderNo',
  'customer',
  'quantity',
  'priority',
  'dueDate',
  'state',
];

const page: EntityPageProps = {
  entity: 'production/order',
  ownColumns: [
    { prop: 'orderCode', width: 142 - 4 * wide },
    { prop: 'orderNo', width: 94 - 4 * wide },
    { prop: 'customer', width: 90 + 26 * wide },
    { prop: 'quantity', label: t(orderText.quantity), width: 74 },
    { prop: 'priority', width: 72 },
    { prop: 'lineIds', width: 80 },
    { prop: 'planStartTime', width: 92 },
    { prop: 'dueDate', width: 92 - 8 * wide },
    { prop: 'state', width: 80 + 14 * wide },
  ],
  cells: { lineIds: orderCells.lineIds, planStartTime: orderCells.planStartTime },
  filters: ['state', 'productId', 'customer', 'dueDate'],
  usual: { filters: { state: 'draft,released' }, sort: 'createTime', order: 'DESC' },
  figures: ReleaseFigures,
  detail: orderDetail,
  card: (row) => <OrderCard row={row} />,
  opens: orderOpens,
  ownActs: travellerActs,
  ownBatch: travellerActs,
  // What follows the release stands on /production/order.
  actions: ['add', 'edit', 'remove', 'import', 'release', 'cancel'],
};

const DRAFTS = { state: 'draft' };
const RELEASED = { state: 'released' };
const UNFINISHED = { state: 'draft,released,running,paused' };

/** What waits for its release, what waits for its start, and all that is not finished. */
function ReleaseFigures({ list }: { list: List }) {
  const place = placeOf(list);
  const drafts = useCount(order, { ...place, ...DRAFTS });
  const erp = useCount(order, { ...place, ...DRAFTS, source: 'erp' });
  const released = useCount(order, { ...place, ...RELEASED });
  const unfinished = useCount(order, { ...place, ...UNFINISHED });
  return (
    <FigureStrip
      list={list}
      figures={[
        {
          key: 'draft',
          label: orderText.drafts,
          value: drafts?.total,
          filters: DRAFTS,
          mark: { shape: 'dotted', color: '--ink-3' },
          note: erp && erp.total > 0 ? say(orderText.fromErp, { n: erp.total }) : undefined,
        },
        {
          key: 'released',
          label: orderText.released,
          value: released?.total,
          filters: RELEASED,
          mark: { shape: 'ring', color: '--info-fill' },
        },
        {
          key: 'unfinished',
          label: orderText.unfinished,
          value: unfinished?.total,
          filters: UNFINISHED,
        },
      ]}
    />
  );
}
