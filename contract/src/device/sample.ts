import { createMapper, deviceOf, itemOf } from './mapper.ts';
import { type Mapping, namedByDevice } from './mapping.ts';
import type { DeviceMessage } from './message.ts';
import { type Observation, readPointLine, readShdrLine } from './observation.ts';
import { observeMetrics, readSparkplugTopic, type SparkplugMetric } from './sparkplug.ts';

/** What a mapping makes of a sample. */
export interface Trial {
  readonly messages: readonly DeviceMessage[];
  /** Names of which the mapping knows nothing, each once. */
  readonly unknown: readonly string[];
}

/**
 * Tries a mapping on something that a source of the protocol said: lines `time|item|value…`, for Sparkplug B payloads as
 * JSON (`{"topic": …, "timestamp": …, "metrics": [{"name": …, "value": …}]}`, one or a list of them).
 */
export function tryMapping(protocol: string, written: Mapping, sample: string): Trial {
  const tried = tryObservations(protocol, written, observationsOf(protocol, sample));
  const names = new Set(tried.flatMap(({ said, isMapped }) => (isMapped ? said.item : [])));
  const unknown = tried.map(({ said }) => said.item).filter((item) => !names.has(item));
  return { messages: tried.flatMap(({ messages }) => messages), unknown: [...new Set(unknown)] };
}

/** What a source said, and what a mapping makes of it. */
export interface TriedObservation {
  readonly said: Observation;
  /** Whether the mapping knows the item; it may make nothing of this value. */
  readonly isMapped: boolean;
  readonly messages: readonly DeviceMessage[];
}

/** Tries a mapping on what a source said, in its order. */
export function tryObservations(
  protocol: string,
  written: Mapping,
  told: readonly Observation[],
): TriedObservation[] {
  const isNamed = protocol === 'opcua';
  const mapping = isNamed ? namedByDevice(written) : written;
  const mapper = createMapper(mapping, '', protocol === 'shdr' || protocol === 'mtconnect');
  return told.map((said) => {
    const sources = isNamed ? mapping.devices.map(({ source = '' }) => source) : [said.source];
    const meant = sources.flatMap((source) => {
      const device = deviceOf(mapping, source);
      return device && itemOf(device, said.item) ? [{ ...said, source }] : [];
    });
    const messages = meant.flatMap((one) => mapper.take(one) ?? []);
    return { said, isMapped: meant.length > 0, messages };
  });
}

function observationsOf(protocol: string, sample: string): Observation[] {
  if (protocol === 'sparkplug') return sparkplugSample(sample);
  const lines = sample.split('\n').slice(0, MOST_LINES);
  return lines.flatMap(protocol === 'opcua' ? readPointLine : readShdrLine);
}

function sparkplugSample(sample: string): Observation[] {
  try {
    const told: unknown = JSON.parse(sample);
    return (Array.isArray(told) ? told : [told]).slice(0, MOST_LINES).flatMap(payloadSample);
  } catch {
    return [];
  }
}

function payloadSample(told: unknown): Observation[] {
  const field = (of: unknown, name: string): unknown =>
    typeof of === 'object' && of !== null ? Reflect.get(of, name) : undefined;
  const topic = readSparkplugTopic(wordOf(field(told, 'topic')) ?? '');
  const metrics = field(told, 'metrics');
  if (!Array.isArray(metrics)) return [];
  const named = metrics.flatMap((metric): SparkplugMetric[] => {
    const [name, value] = [field(metric, 'name'), field(metric, 'value')];
    const time = Number(field(metric, 'timestamp') ?? Number.NaN);
    return typeof name === 'string'
      ? [{ name, value: wordOf(value), time: momentOr(time, null) }]
      : [];
  });
  const time = momentOr(Number(field(told, 'timestamp') ?? Number.NaN), Date.now());
  const place = { device: topic?.device ?? '', since: Number.NEGATIVE_INFINITY };
  return observeMetrics(named, { ...place, time });
}

/** Lists and structures are no single value. */
function wordOf(value: unknown): string | null {
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : null;
}

function momentOr<T>(value: number, other: T): number | T {
  return Number.isFinite(value) && Math.abs(value) < 8.64e15 ? value : other;
}

const MOST_LINES = 200;
