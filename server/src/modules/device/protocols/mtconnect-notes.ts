import { deviceOf, itemOf } from '@millwright/contract/device/mapper';
import type { Mapping } from '@millwright/contract/device/mapping';
import type { DeviceMessage } from '@millwright/contract/device/message';
import { missingItems } from '@millwright/contract/device/source';
import type { Text } from '@millwright/contract/kernel/text';
import { inScope } from '../../../kernel/database/transaction.ts';
import type { Services } from '../../../kernel/services.ts';
import type { Gateway } from '../gateway-row.ts';
import { rejection } from '../judge.ts';
import { writeRejected } from '../refusals.ts';
import type { ProbedDevice } from './mtconnect-devices.ts';
import type { StreamsDocument } from './mtconnect-document.ts';

/** Why an agent cannot be read on from where it was read to. */
export type GapKind = 'OUT_OF_RANGE' | 'RESTARTED';

/** Up to where an agent was read before a gap; `time` in milliseconds by the agent's clock. */
export interface GapStart {
  readonly kind: GapKind;
  readonly next: number;
  readonly time: number;
}

/** Notes on the gateway's page what its mapping names and its agent does not have. */
export async function noteMissing(
  services: Services,
  gateway: Gateway,
  mapping: Mapping,
  devices: readonly ProbedDevice[],
): Promise<void> {
  const missing = missingItems(
    mapping,
    devices.flatMap(({ items }) => items),
  );
  const notes = missing.map(({ deviceNumber, source, item }) =>
    rejection({ type: 'item', deviceNumber, source, item }, missingText(source, item)),
  );
  await note(services, gateway, notes);
}

/** Notes on the gateway's page that something was not read. */
export async function noteGap(
  services: Services,
  gateway: Gateway,
  gap: GapStart,
  { firstSequence }: StreamsDocument,
): Promise<void> {
  const message = {
    type: 'gap',
    deviceNumber: null,
    kind: gap.kind,
    next: gap.next,
    firstSequence,
  };
  await note(services, gateway, [rejection(message, gapTexts[gap.kind])]);
}

/**
 * What a gap means for the machines: one whose status changed since it was last read was nobody knows what in between.
 * A status that is as old as what was read did not change, since agents tell when it did.
 */
export function unknownSince(
  { clientId }: Gateway,
  mapping: Mapping,
  { kind, time }: GapStart,
  { observations }: StreamsDocument,
): DeviceMessage[] {
  const changed = observations.flatMap(({ source, item, time: since }) => {
    const device = deviceOf(mapping, source);
    const isStatus = device && itemOf(device, item)?.to === 'status';
    return isStatus && Date.parse(since) > time + 1 ? [device.deviceNumber] : [];
  });
  return [...new Set(changed)].map((deviceNumber) => ({
    queueName: 'adapter',
    messageId: `gap-${time.toString(36)}-${deviceNumber}`,
    clientId,
    deviceNumber,
    sendTime: new Date(time + 1).toISOString(),
    type: 'state',
    data: { status: 'noData', rawStatus: kind },
  }));
}

async function note(
  services: Services,
  gateway: Gateway,
  notes: readonly ReturnType<typeof rejection>[],
): Promise<void> {
  if (notes.length === 0) return;
  await inScope(services.database.pool, { site: gateway.siteId }, (trx) =>
    writeRejected(trx, gateway, notes),
  );
}

function missingText(source: string, item: string | null): Text {
  if (item === null && source === '') return UNNAMED;
  return item === null
    ? { zh: `代理没有设备「${source}」`, en: `The agent has no device "${source}"` }
    : {
        zh: `代理的设备「${source}」没有数据项「${item}」`,
        en: `Device "${source}" of the agent has no data item "${item}"`,
      };
}

const UNNAMED: Text = {
  zh: '映射没有写明设备在代理里的名称（source）',
  en: 'The mapping does not say what the agent calls the device (source)',
};

const gapTexts: Readonly<Record<GapKind, Text>> = {
  OUT_OF_RANGE: {
    zh: '代理已不再保存上次读到之后的数据：从当前值继续，其间变化过的设备记为无数据',
    en: 'The agent no longer holds what came after the last reading: read on from what is now; machines that changed meanwhile are no data',
  },
  RESTARTED: {
    zh: '代理已重新启动：从当前值继续，其间变化过的设备记为无数据',
    en: 'The agent was started anew: read on from what is now; machines that changed meanwhile are no data',
  },
};
