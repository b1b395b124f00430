import type { DataValue } from 'node-opcua-client';

/** What a node said: text (null: nothing can be known), when its source said it and when the server, in ms. */
export interface NodeValue {
  readonly value: string | null;
  readonly time: number | null;
  readonly serverTime: number | undefined;
}

/**
 * A value as text. A quality that is not good, and what is no single value, is unknown.
 */
export function readNodeValue({
  statusCode,
  value,
  sourceTimestamp,
  serverTimestamp,
}: DataValue): NodeValue {
  return {
    value: statusCode.isGood() ? textOf(value.value, value.dataType) : null,
    time: momentOf(sourceTimestamp) ?? null,
    serverTime: momentOf(serverTimestamp),
  };
}

/** Times that JavaScript cannot tell are none. */
function momentOf(time: Date | null | undefined): number | undefined {
  const moment = time?.getTime();
  return Number.isFinite(moment) ? moment : undefined;
}

function textOf(value: unknown, type: number): string | null {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return type === INT64 || type === UINT64 ? longOf(value, type) : null;
  const text: unknown = typeof value === 'object' && value !== null && Reflect.get(value, 'text');
  return typeof text === 'string' ? text : null;
}

/** 64 bits come in two halves; a list of such numbers is no single value. */
function longOf(halves: readonly unknown[], type: number): string | null {
  const [high, low] = halves;
  if (halves.length !== 2 || typeof high !== 'number' || typeof low !== 'number') return null;
  const bits = (BigInt(high >>> 0) << 32n) | BigInt(low >>> 0);
  return String(type === INT64 ? BigInt.asIntN(64, bits) : bits);
}

const INT64 = 8;
const UINT64 = 9;
