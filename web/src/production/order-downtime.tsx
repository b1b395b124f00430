import { order } from '@millwright/contract/production/order';
import type { OrderDowntime, OrderStop } from '@millwright/contract/production/order-downtime';
import { useQuery } from '@tanstack/react-query';
import { Skeleton } from 'antd';
import type { EntityRow } from '../entity/entity-row.ts';
import { keyOf } from '../entity/query-key.ts';
import { api } from '../kernel/api.ts';
import { say, t } from '../kernel/language.tsx';
import { numberText } from '../kinds/number-text.ts';
import { wallOf } from '../kinds/site-time.ts';
import { orderText as text } from '../locales/order.ts';

/** The tab of an order with the stops of machines while they had it, newest first. */
export function OrderDowntimeTab({ row }: { row: EntityRow }) {
  const { data } = useQuery({
    queryKey: keyOf(order, 'downtime', row.id),
    queryFn: ({ signal }) =>
      api.get<OrderDowntime>(`${order.path}/${row.id}/downtime`, undefined, { signal }),
  });
  if (!data) return <Skeleton active title={false} />;
  if (data.total === 0) return <p className="pane-empty">{t(text.noDowntime)}</p>;
  return (
    <section>
      <h3 className="detail-title">
        {t(text.downtime)}{' '}
        <small>{say(text.downtimeSum, { n: data.total, minutes: numberText(data.minutes) })}</small>
      </h3>
      <table className="child-table order-stops">
        <thead>
          <tr>
            <th>{t(text.stopBegan)}</th>
            <th>{t(text.stopMachine)}</th>
            <th className="is-right">{t(text.stopMinutes)}</th>
            <th>{t(text.stopReason)}</th>
          </tr>
        </thead>
        <tbody>
          {data.list.map((stop) => (
            <Stop key={stop.id} stop={stop} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Stop({ stop }: { stop: OrderStop }) {
  const { startTime, endTime, equipmentNumber, minutes, category, reason } = stop;
  return (
    <tr>
      <td className="num">{wallOf(startTime).slice(0, 16)}</td>
      <td>{equipmentNumber}</td>
      <td className="is-right num">{endTime === null ? t(text.stopOpen) : numberText(minutes)}</td>
      <td>{reason ?? t(category)}</td>
    </tr>
  );
}
