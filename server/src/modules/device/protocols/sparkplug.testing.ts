import type { MqttClient } from 'mqtt';
import sparkplug from 'sparkplug-payload';
import type { UMetric, UPayload } from 'sparkplug-payload/lib/sparkplugbpayload.js';

const codec = sparkplug.get('spBv1.0');

/** A metric as edge nodes name it in their births. */
export function metric(
  name: string,
  alias: number,
  type: UMetric['type'],
  value: UMetric['value'],
  timestamp: number,
): UMetric {
  return { name, alias, type, value, timestamp };
}

/** An edge node `group/node` at a broker, which counts its messages. */
export function edgeNode(client: MqttClient, address: string) {
  const [group, node] = address.split('/');
  let sequence = 255;
  const send = (kind: string, device: string, payload: UPayload) => {
    if (!codec) throw new Error('The library knows no Sparkplug B.');
    const topic = `spBv1.0/${group}/${kind}/${node}${device === '' ? '' : `/${device}`}`;
    return client.publishAsync(topic, Buffer.from(codec.encodePayload(payload)), { qos: 1 });
  };
  const next = () => (sequence = (sequence + 1) % 256);
  return {
    born(timestamp: number, session: number, metrics: UMetric[] = []) {
      sequence = 0;
      const number = { name: 'bdSeq', type: 'UInt64', value: session, timestamp } as const;
      return send('NBIRTH', '', { timestamp, seq: sequence, metrics: [number, ...metrics] });
    },
    deviceBorn: (device: string, timestamp: number, metrics: UMetric[]) =>
      send('DBIRTH', device, { timestamp, seq: next(), metrics }),
    /** Values by their alias alone, as data are told. */
    tell: (device: string, timestamp: number, metrics: Partial<UMetric>[]) =>
      send(device === '' ? 'NDATA' : 'DDATA', device, {
        timestamp,
        seq: next(),
        metrics: metrics as UMetric[],
      }),
    deviceDies: (device: string, timestamp: number) =>
      send('DDEATH', device, { timestamp, seq: next() }),
    dies: (session: number) =>
      send('NDEATH', '', { metrics: [{ name: 'bdSeq', type: 'UInt64', value: session }] }),
    /** Loses a message. */
    lose: () => void next(),
  };
}

/** The will of an edge node: the death that the broker tells when it is cut off. */
export function deathOf(address: string, session: number) {
  const [group, node] = address.split('/');
  const metrics: UMetric[] = [{ name: 'bdSeq', type: 'UInt64', value: session }];
  const payload = Buffer.from(codec?.encodePayload({ metrics }) ?? []);
  return { topic: `spBv1.0/${group}/NDEATH/${node}`, payload, qos: 1, retain: false } as const;
}

/** Whether a payload asks for births. */
export function asksForBirth(payload: Buffer): boolean {
  const told = codec?.decodePayload(payload).metrics ?? [];
  return told.some(({ name, value }) => name === 'Node Control/Rebirth' && value === true);
}

/** What the machine `mill` says of itself when it comes. */
export const birth = (status: string, changed: number) => [
  metric('Status', 1, 'String', status, changed),
  metric('Alarms/Spindle', 2, 'Boolean', false, changed),
  metric('Axes/X', 3, 'Int16', 0, changed),
];
