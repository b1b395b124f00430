import type { DeviceMapping, ItemMapping, Mapping } from './mapping.ts';
import type { DeviceMessage, MessageType } from './message.ts';
import type { Observation } from './observation.ts';

/** Makes messages of what a source says, in the order in which it says it. One mapper for one stream. */
export interface Mapper {
  /** The message of an observation; null when nothing is made of it. */
  take(observation: Observation): DeviceMessage | null;
}

/**
 * A mapper for a client. The same observation always gives the same message id, so that a source may be read again.
 * Where the time of a stream steps back by less than 15 minutes, the message says after which time it comes; not so
 * where every value has a time of its own (`inOrder` false): there an earlier time means that the value comes late.
 */
export function createMapper(mapping: Mapping, clientId: string, inOrder = true): Mapper {
  const last = new Map<string, number>();
  return {
    take(observation) {
      const device = deviceOf(mapping, observation.source);
      if (!device) return null;
      const moment = Date.parse(observation.time);
      const before = last.get(observation.source) ?? Number.NEGATIVE_INFINITY;
      const back = before - moment;
      if (back < 0) last.set(observation.source, moment);
      const item = itemOf(device, observation.item);
      const said = item ? wordOf(observation, item) : null;
      if (!said) return null;
      const after =
        inOrder && back > 0 && back <= STEP_BACK_MS
          ? { after: new Date(before).toISOString() }
          : {};
      return {
        queueName: 'adapter',
        messageId: idOf(observation),
        clientId,
        deviceNumber: device.deviceNumber,
        sendTime: observation.time,
        ...after,
        ...said,
      };
    },
  };
}

/** What is made of an item, `*` in names of the mapping standing for any letters. */
export function itemOf(device: DeviceMapping, name: string): ItemMapping | null {
  // Names come from the wire, where `constructor` may stand too.
  const exact = Object.hasOwn(device.items, name) ? device.items[name] : undefined;
  if (exact) return exact;
  const found = Object.entries(device.items).find(
    ([pattern]) => pattern.includes('*') && fits(pattern, name),
  );
  return found?.[1] ?? null;
}

/** The machine of a mapping of which a source speaks. */
export function deviceOf(mapping: Mapping, source: string): DeviceMapping | null {
  const named = mapping.devices.find((device) => (device.source ?? '') === source);
  return (
    named ?? (mapping.devices.length === 1 && source === '' ? (mapping.devices[0] ?? null) : null)
  );
}

function fits(pattern: string, name: string): boolean {
  const [head = '', ...rest] = pattern.split('*');
  if (!name.startsWith(head)) return false;
  let at = head.length;
  for (const [index, part] of rest.entries()) {
    const isLast = index === rest.length - 1;
    const found = isLast ? name.length - part.length : name.indexOf(part, at);
    if (found < at || !name.startsWith(part, found)) return false;
    at = found + part.length;
  }
  return true;
}

interface Said {
  readonly type: MessageType;
  readonly data: DeviceMessage['data'];
}

function wordOf(observation: Observation, item: ItemMapping): Said | null {
  const { value } = observation;
  const mapped = mappedValue(value, item);
  if (item.to === 'condition') return alarmOf(observation, item, mapped);
  if (item.to === 'counter') return countOf(value, item);
  if (item.to === 'status')
    return { type: 'state', data: { status: mapped ?? 'noData', rawStatus: value.slice(0, 60) } };
  const isKnown = mapped !== undefined && !ABSENT.test(value);
  if (item.to === 'mode' || item.to === 'program')
    return { type: 'state', data: { [item.to]: isKnown ? String(mapped).slice(0, 120) : null } };
  return isKnown ? { type: 'state', data: { [item.to]: Number(mapped) === 1 ? 1 : 0 } } : null;
}

/** Our word for a value; undefined for one that the table does not know. What is absent is no "all others". */
function mappedValue(value: string, { values }: ItemMapping): string | number | undefined {
  const isAbsent = ABSENT.test(value);
  if (values && Object.hasOwn(values, value)) return values[value];
  if (values) return isAbsent ? undefined : values['*'];
  return isAbsent ? undefined : value;
}

/**
 * A level without a code means all that the item had raised. Sources that know no conditions tell a signal, of which
 * the table makes a level; a signal of which nothing is known says nothing.
 */
function alarmOf(
  { item, value, condition }: Observation,
  { code, text }: ItemMapping,
  mapped: string | number | undefined,
): Said | null {
  const level = condition ? value : String(mapped ?? '');
  if (!LEVELS.test(level)) return null;
  const isActive = /^(warning|fault)$/i.test(level);
  const encoding = condition?.code.trim() || (isActive ? (code ?? item.slice(-40)) : '');
  const words = condition?.text || (text ?? '');
  const what = encoding === '' ? {} : { encoding: encoding.slice(0, 40) };
  const more = isActive
    ? { text: words.slice(0, 300), level: (condition?.severity ?? '').slice(0, 4) }
    : {};
  return {
    type: 'alarm',
    data: { ...what, active: isActive ? 1 : 0, group: item.slice(-60), ...more },
  };
}

function countOf(value: string, item: ItemMapping): Said | null {
  const counter = Number(value);
  if (value === '' || !Number.isInteger(counter) || counter < 0 || !item.station) return null;
  return { type: 'count', data: { stationNumber: item.station, counter } };
}

/** Time and a hash of what was said. */
function idOf({ time, source, item, value, condition }: Observation): string {
  const what = JSON.stringify([
    source,
    item,
    value,
    condition?.code,
    condition?.severity,
    condition?.text,
  ]);
  return `${Date.parse(time).toString(36)}-${hash53(what)}`;
}

/** A quick hash of 53 bits (cyrb53), in the alphabet of base 36. */
function hash53(text: string): string {
  let high = 0xdeadbeef;
  let low = 0x41c6ce57;
  for (let index = 0; index < text.length; index += 1) {
    const letter = text.charCodeAt(index);
    high = Math.imul(high ^ letter, 2_654_435_761);
    low = Math.imul(low ^ letter, 1_597_334_677);
  }
  high =
    Math.imul(high ^ (high >>> 16), 2_246_822_507) ^ Math.imul(low ^ (low >>> 13), 3_266_489_909);
  low =
    Math.imul(low ^ (low >>> 16), 2_246_822_507) ^ Math.imul(high ^ (high >>> 13), 3_266_489_909);
  return (4_294_967_296 * (2_097_151 & low) + (high >>> 0)).toString(36);
}

const LEVELS = /^(normal|warning|fault|unavailable)$/i;
const ABSENT = /^(unavailable)?$/i;
const STEP_BACK_MS = 900_000;
