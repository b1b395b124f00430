import { gateway } from '@millwright/contract/base/gateway';
import type { GatewayDevice, GatewayTraffic as Traffic } from '@millwright/contract/device/traffic';
import { textOf } from '@millwright/contract/kernel/text';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { Skeleton } from 'antd';
import type { ReactNode } from 'react';
import type { EntityRow } from '../entity/entity-row.ts';
import { keyOf } from '../entity/query-key.ts';
import { Fact } from '../entity/row-details.tsx';
import { api } from '../kernel/api.ts';
import { equipmentDictionaries } from '@millwright/contract/dictionaries/equipment';
import { say, t } from '../kernel/language.tsx';
import { StateWord } from '../kinds/state-mark.tsx';
import { wallOf } from '../kinds/site-time.ts';
import { gatewayText as text } from '../locales/gateway.ts';
import { durationWord } from '../log/duration-word.ts';
import { prettyJson } from '../log/pretty-json.ts';
import { GatewayMessages } from './gateway-messages.tsx';
import { GatewaySuspects } from './gateway-suspects.tsx';

/** How much comes through a gateway, how late, what was refused and why, whose clock is off; refreshed every 5 s. */
export function GatewayTraffic({ row }: { row: EntityRow }) {
  const { data } = useQuery({ ...trafficOf(row.id), refetchInterval: 5000 });
  if (!data) return <Skeleton active />;
  return (
    <div className="gateway-traffic">
      <dl className="facts">
        <Fact label={t(text.perMinute)}>
          <span className="num">{data.perMinute}</span>
        </Fact>
        <Fact label={t(text.delay)}>
          <span className="num">{delayOf(row['isHistory'] === true ? null : data.delayMs)}</span>
          {data.aheadMs >= 1000 && <Ahead ms={data.aheadMs} />}
        </Fact>
        <Fact label={t(text.refusedDay)}>
          <span className={data.refusedCount > 0 ? 'num is-bad' : 'num'}>{data.refusedCount}</span>
        </Fact>
        <Fact label={t(text.suspectDay)}>
          <span className={data.suspectCount > 0 ? 'num is-bad' : 'num'}>{data.suspectCount}</span>
        </Fact>
        <Fact label={t(text.drift)}>{driftOf(row['clockDrift'])}</Fact>
      </dl>
      <h3 className="detail-title">{t(text.devices)}</h3>
      <Devices devices={data.devices} />
      <h3 className="detail-title">{t(text.refused)}</h3>
      <Refused traffic={data} />
      <h3 className="detail-title">{t(text.suspect)}</h3>
      <GatewaySuspects suspect={data.suspect} />
      <GatewayMessages clientId={textOf(row['clientId'] ?? '')} />
    </div>
  );
}

/** The query of what comes through a gateway and of the machines behind it. */
export const trafficOf = (id: string) =>
  queryOptions({
    queryKey: keyOf(gateway, 'traffic', id),
    queryFn: ({ signal }) => api.get<Traffic>(`${gateway.path}/${id}/traffic`, {}, { signal }),
  });

function Devices({ devices }: { devices: readonly GatewayDevice[] }) {
  if (devices.length === 0) return <p className="pane-empty">{t(text.noDevices)}</p>;
  return devices.map((device) => (
    <section key={device.equipmentId} className="gateway-device">
      <p>
        <b>{device.number}</b> {device.nickname} · <State status={device.status} />
        {device.rawStatus && <code> {device.rawStatus}</code>} ·{' '}
        <span className="num">
          {device.heardTime ? say(text.heard, { time: wallOf(device.heardTime) }) : t(text.never)}
        </span>
      </p>
      {device.shiftDate !== null && device.seconds.length > 0 && (
        <table className="child-table">
          <caption>{say(text.words, { day: device.shiftDate })}</caption>
          <thead>
            <tr>
              <th scope="col">{t(text.state)}</th>
              <th scope="col">{t(text.rawWord)}</th>
              <th scope="col" className="is-right">
                {t(text.duration)}
              </th>
            </tr>
          </thead>
          <tbody>
            {device.seconds.map((sum) => (
              <tr key={`${sum.status}${sum.rawStatus}`}>
                <td>
                  <State status={sum.status} />
                </td>
                <td>{sum.rawStatus ?? t(text.none)}</td>
                <td className="num is-right">{durationWord(Math.round(Number(sum.seconds)))}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  ));
}

/** A state by its sign and its delivered word; machines report no others. */
function State({ status }: { status: string | null }) {
  if (status === null) return t(text.noData);
  const items = equipmentDictionaries.find(({ type }) => type === 'equipment_state')?.items;
  const item = items?.find(({ value }) => value === status);
  return <StateWord value={status} word={item ? t(item) : status} />;
}

function Refused({ traffic }: { traffic: Traffic }) {
  if (traffic.refused.length === 0) return <p className="pane-empty">{t(text.noRefused)}</p>;
  return (
    <ul className="gateway-refused">
      {traffic.refused.map((one) => (
        <li key={one.id}>
          <details>
            <summary>
              <span className="num">{wallOf(one.at)}</span> {one.deviceNumber} {one.messageId}
              <br />
              <span className="is-bad">{t({ zh: one.reasonZh, en: one.reasonEn })}</span>
            </summary>
            <pre>{prettyJson(one.message)}</pre>
          </details>
        </li>
      ))}
    </ul>
  );
}

/** Seconds and more: less tells nothing, no two clocks are alike. */
function Ahead({ ms }: { ms: number }) {
  const n = durationWord(Math.round(ms / 1000));
  return <span className="gateway-hint"> {say(text.aheadMost, { n })}</span>;
}

function delayOf(ms: number | null): string {
  if (ms === null) return t(text.none);
  if (ms < 10_000) return say(text.milliseconds, { n: ms });
  return ms < 7_200_000
    ? say(text.seconds, { n: Math.round(ms / 1000) })
    : say(text.hours, { n: Math.round(ms / 3_600_000) });
}

function driftOf(drift: unknown): ReactNode {
  if (drift === null || drift === undefined) return t(text.none);
  const seconds = Number(drift);
  const isHigh = Math.abs(seconds) > 30;
  return (
    <span className={isHigh ? 'num is-bad' : 'num'}>
      {say(text.seconds, { n: seconds })} {isHigh && t(text.driftHigh)}
    </span>
  );
}
