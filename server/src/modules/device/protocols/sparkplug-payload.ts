import tahu from 'sparkplug-payload/lib/sparkplugPayloadProto.js';

/** A payload of an edge node, its times in milliseconds. */
export interface SparkplugPayload {
  readonly time: number | null;
  /** 0 to 255; null where none was told (deaths of edge nodes). */
  readonly sequence: number | null;
  readonly metrics: readonly RawMetric[];
}

/** A metric as it was sent: births name it, data may tell its alias alone and leave out its type. */
export interface RawMetric {
  readonly name: string | null;
  readonly alias: string | null;
  readonly type: number;
  readonly time: number | null;
  /** As text, read by the type of its birth; null for none and for what is no single value. */
  value(type: number): string | null;
}

/** Reads a Sparkplug B payload. Throws for bytes that are none. */
export function readPayload(bytes: Uint8Array): SparkplugPayload {
  const { timestamp, seq, metrics } = Payload.decode(bytes);
  return {
    time: momentOf(timestamp),
    sequence: numberOf(seq),
    metrics: metrics.map((metric) => ({
      name: metric.name?.slice(0, 256) || null,
      alias: hasOwn(metric, 'alias') ? String(metric.alias) : null,
      type: metric.datatype ?? 0,
      time: hasOwn(metric, 'timestamp') ? momentOf(metric.timestamp) : null,
      value: (type) => valueOf(metric, type),
    })),
  };
}

/** The command by which an edge node is asked to tell its births anew. */
export function rebirthCommand(): Buffer {
  const name = 'Node Control/Rebirth';
  const metric = { name, datatype: BOOLEAN, timestamp: Date.now(), booleanValue: true };
  const payload = Payload.create({ timestamp: Date.now(), metrics: [metric] });
  return Buffer.from(Payload.encode(payload).finish());
}

const { Payload } = tahu.org.eclipse.tahu.protobuf;

type ProtoMetric = ReturnType<typeof Payload.decode>['metrics'][number];

function valueOf(metric: ProtoMetric, type: number): string | null {
  if (metric.isNull) return null;
  if (hasOwn(metric, 'booleanValue')) return String(metric.booleanValue);
  if (hasOwn(metric, 'stringValue')) return metric.stringValue ?? null;
  if (hasOwn(metric, 'doubleValue')) return String(metric.doubleValue);
  if (hasOwn(metric, 'floatValue')) return String(Number(metric.floatValue?.toPrecision(7)));
  if (hasOwn(metric, 'intValue')) {
    const bits = INTEGER_BITS[type];
    return String(bits ? BigInt.asIntN(bits, BigInt(metric.intValue ?? 0)) : metric.intValue);
  }
  if (!hasOwn(metric, 'longValue')) return null;
  const long = String(metric.longValue);
  return type === INT64 ? String(BigInt.asIntN(64, BigInt(long))) : long;
}

function numberOf(value: unknown): number | null {
  return value === undefined || value === null ? null : Number(value);
}

/** Times that JavaScript cannot tell are none. */
function momentOf(value: unknown): number | null {
  const moment = numberOf(value);
  return moment !== null && Math.abs(moment) <= LATEST ? moment : null;
}

/** What was not sent is at the prototype. */
function hasOwn(metric: ProtoMetric, name: keyof ProtoMetric): boolean {
  return Object.hasOwn(metric, name);
}

/** Signed integers are told as unsigned ones of 32 bits. */
const INTEGER_BITS: Readonly<Record<number, number>> = { 1: 8, 2: 16, 3: 32 };
const INT64 = 4;
const LATEST = 8.64e15;
const BOOLEAN = 11;
