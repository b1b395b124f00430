import type { Observation } from './observation.ts';

/** A topic `spBv1.0/group/kind/node/device`; `device` is empty for the edge node itself. */
export interface SparkplugTopic {
  readonly group: string;
  readonly kind: SparkplugKind;
  readonly node: string;
  readonly device: string;
}

const KINDS = ['NBIRTH', 'DBIRTH', 'NDATA', 'DDATA', 'NDEATH', 'DDEATH'] as const;

/** What an edge node tells; commands and states of others are not among them. */
export type SparkplugKind = (typeof KINDS)[number];

/** A metric whose name is known. */
export interface SparkplugMetric {
  readonly name: string;
  /** Milliseconds; null where the payload's own time counts. */
  readonly time: number | null;
  /** As text; null for a metric without a value. */
  readonly value: string | null;
}

/** The parts of a topic of an edge node; null for all others. */
export function readSparkplugTopic(topic: string): SparkplugTopic | null {
  const [space, group = '', word, node = '', device = '', ...more] = topic.split('/');
  const kind = KINDS.find((one) => one === word);
  if (space !== 'spBv1.0' || !kind || group === '' || node === '' || more.length > 0) return null;
  return kind.startsWith('D') === (device !== '') ? { group, kind, node, device } : null;
}

/**
 * Observations of metrics. One without a value is unavailable. `time` is the payload's own; what was true before
 * `since` (milliseconds) counts from then: a birth says what is now.
 */
export function observeMetrics(
  metrics: readonly SparkplugMetric[],
  { device, time, since }: { device: string; time: number; since: number },
): Observation[] {
  return metrics.map((metric) => ({
    time: new Date(Math.max(metric.time ?? time, since)).toISOString(),
    source: device,
    item: metric.name,
    value: metric.value ?? 'UNAVAILABLE',
  }));
}

/** Group and edge node of an address `group/node`; null for anything else. */
export function readEdgeNode(address: string | null): { group: string; node: string } | null {
  const [group = '', node = '', ...more] = (address ?? '').split('/');
  const isPlain = group !== '' && node !== '' && more.length === 0 && !/[+#]/.test(group + node);
  return isPlain ? { group, node } : null;
}
