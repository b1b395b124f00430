import type { Observation } from '@millwright/contract/device/observation';
import {
  observeMetrics,
  type SparkplugMetric,
  type SparkplugTopic,
} from '@millwright/contract/device/sparkplug';
import type { RawMetric, SparkplugPayload } from './sparkplug-payload.ts';

/** What a message of an edge node means. */
export interface Meaning {
  /** What was born or died; `device` is empty for the node itself, whose end is the end of all its devices. */
  readonly change: { readonly kind: 'birth' | 'death' | 'end'; readonly time: number } | null;
  readonly observations: readonly Observation[];
  /** Something was missed or is unknown: births are to be told anew. */
  readonly isIncomplete: boolean;
}

/** What was born: the node itself or a device behind it. */
interface Born {
  /** Milliseconds: what it tells of earlier times counts from then. */
  readonly since: number;
  /** Alias or name → name and type. */
  readonly metrics: ReadonlyMap<string, { readonly name: string; readonly type: number }>;
}

/**
 * A session of an edge node: from its birth (`number` and time) to its death. Told again, the same messages mean the
 * same: a birth with another number, or not later than the one that began this session, begins a new one; any other
 * repeats what is known, and its values keep the times of their last change.
 */
export class SparkplugSession {
  readonly #number: string | null;
  readonly #since: number;
  #sequence: number | null = null;
  readonly #born = new Map<string, Born>();

  private constructor(number: string | null, since: number) {
    this.#number = number;
    this.#since = since;
  }

  /** The session that a birth of the node begins or goes on with; `now` where it tells no time (ms). */
  static at(known: SparkplugSession | null, payload: SparkplugPayload, now: number) {
    const number = numberOf(payload);
    const time = payload.time ?? now;
    const goesOn = known && known.#number === number && time > known.#since;
    return goesOn ? known : new SparkplugSession(number, time);
  }

  /** Whether this or any device behind the node is there. */
  has(device: string): boolean {
    return this.#born.has(device);
  }

  /** Whether a death of the node is that of this session, not of one before it. */
  endsBy(payload: SparkplugPayload): boolean {
    return this.#number === numberOf(payload);
  }

  /** Takes a message other than the node's death. */
  take({ kind, device }: SparkplugTopic, payload: SparkplugPayload, now: number): Meaning {
    const isMissing = this.#follow(payload, kind === 'NBIRTH');
    const time = payload.time ?? now;
    if (kind === 'DDEATH') return this.#death(device, time, isMissing);
    const isBirth = kind === 'NBIRTH' || kind === 'DBIRTH';
    if (isBirth) this.#birth(device, payload, time);
    const born = this.#born.get(device);
    if (!born) return { ...NOTHING, isIncomplete: true };
    const metrics = namedMetrics(payload.metrics, born);
    return {
      change: isBirth ? { kind: 'birth', time } : null,
      observations: observeMetrics(metrics, { device, time, since: born.since }),
      isIncomplete: isMissing || metrics.length < payload.metrics.length,
    };
  }

  #birth(device: string, payload: SparkplugPayload, time: number): void {
    const known = this.#born.get(device);
    const since = known && known.since < time ? known.since : time;
    this.#born.set(device, { since, metrics: namesOf(payload.metrics) });
  }

  #death(device: string, time: number, isIncomplete: boolean): Meaning {
    const born = this.#born.get(device);
    if (born && born.since > time) return { ...NOTHING, isIncomplete };
    this.#born.delete(device);
    return { change: { kind: 'death', time }, observations: [], isIncomplete };
  }

  /** Whether a message is missing before this one: they are numbered from 0 to 255 and on from 0. */
  #follow({ sequence }: SparkplugPayload, isFirst: boolean): boolean {
    if (sequence === null) return false;
    const next = this.#sequence === null || isFirst ? sequence : (this.#sequence + 1) % 256;
    this.#sequence = sequence;
    return sequence !== next;
  }
}

const NOTHING: Meaning = { change: null, observations: [], isIncomplete: false };

/** The number of a node's session. */
function numberOf({ metrics }: SparkplugPayload): string | null {
  return metrics.find(({ name }) => name === 'bdSeq')?.value(UINT64) ?? null;
}

function namesOf(metrics: readonly RawMetric[]): Born['metrics'] {
  const names = new Map<string, { name: string; type: number }>();
  for (const { name, alias, type } of metrics.slice(0, MOST_METRICS)) {
    if (name === null) continue;
    names.set(keyOf({ name, alias: null }), { name, type });
    if (alias !== null) names.set(keyOf({ name: null, alias }), { name, type });
  }
  return names;
}

/** Those that a birth named. */
function namedMetrics(metrics: readonly RawMetric[], born: Born): SparkplugMetric[] {
  return metrics.flatMap((metric) => {
    const known = born.metrics.get(keyOf(metric));
    if (!known) return [];
    return [
      { name: known.name, time: metric.time, value: metric.value(metric.type || known.type) },
    ];
  });
}

function keyOf({ name, alias }: Pick<RawMetric, 'name' | 'alias'>): string {
  return name === null ? `#${alias ?? ''}` : `=${name}`;
}

const UINT64 = 8;
const MOST_METRICS = 20_000;
