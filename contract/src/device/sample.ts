import { createMapper, itemOf } from './mapper.ts';
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
  const isNamed = protocol === 'opcua';
  const mapping = isNamed ? namedByDevice(written) : written;
  const observations = observationsOf(protocol, sample).flatMap((said) =>
    isNamed ? mapping.devices.map(({ source = '' }) => ({ ...said, source })) : [said],
  );
  const isOrdered = protocol === 'shdr' || protocol === 'mtconnect';
  const mapper = createMapper(mapping, '', isOrdered);
  const known = observations.filter(({ source, item }) =>
    mapping.devices.some(
      (device) =>
        ((device.source ?? '') === source || (source === '' && mapping.devices.length === 1)) &&
        itemOf(device, item) !== null,
    ),
  );
  const names = new Set(known.map(({ item }) => item));
  const unknown = observations.map(({ item }) => item).filter((item) => !names.has(item));
  return {
    messages: known.flatMap((said) => mapper.take(said) ?? []),
    unknown: [...new Set(unknown)],
  };
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
