import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { sql } from 'kysely';
import type { Services } from '../services.ts';

/** Figures of one process in the format of Prometheus. Labels name routes, states and kinds; never people, rows or values. */
export interface Metrics {
  /** Notes an answered request. `route` is the pattern, such as `/api/base/lines/:id`. */
  answered(request: {
    readonly method: string;
    readonly route: string;
    readonly status: number;
    readonly seconds: number;
  }): void;
  text(): Promise<string>;
  readonly contentType: string;
}

/** What devices sent, counted by whoever takes it in: `kind` is a message type or `unknown`, `outcome` is `accepted`, `duplicate` or `rejected`. */
export function countDeviceMessages(kind: string, outcome: string, count = 1): void {
  deviceMessages.inc({ kind, outcome }, count);
}

const deviceMessages = new Counter({
  name: 'millwright_device_messages_total',
  help: 'Messages of devices by kind and outcome',
  labelNames: ['kind', 'outcome'],
  registers: [],
});

/** What falls due by the clock. */
export const clockKinds = [
  'limits',
  'bindings',
  'outlook',
  'readings',
  'instructions',
  'readers',
] as const;

export type ClockKind = (typeof clockKinds)[number];

/** Counts a piece of what falls due by the clock that could not be written. */
export function countClockFailure(kind: ClockKind): void {
  clockFailures.inc({ kind });
}

const clockFailures = new Counter({
  name: 'millwright_clock_failures_total',
  help: 'What fell due by the clock and could not be written, by kind; tried again every ten minutes',
  labelNames: ['kind'],
  registers: [],
});

/** Opens the figures of a process: requests, connections, event loop, memory, jobs, messages of devices. */
export function openMetrics(services: Services): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: 20 });
  registry.registerMetric(deviceMessages);
  registry.registerMetric(clockFailures);
  // The first failure is a rise for Prometheus only when it has seen the zero before.
  for (const kind of clockKinds) clockFailures.inc({ kind }, 0);
  const requests = new Histogram({
    name: 'millwright_http_request_seconds',
    help: 'Time from the arrival of a request to the end of its answer',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  });
  poolGauges(services, registry);
  jobGauge(services, registry);
  return {
    contentType: registry.contentType,
    answered: ({ method, route, status, seconds }) =>
      requests.observe({ method, route, status: `${Math.trunc(status / 100)}xx` }, seconds),
    text: () => registry.metrics(),
  };
}

function poolGauges({ database }: Services, registry: Registry): void {
  const connections = new Gauge({
    name: 'millwright_database_connections',
    help: 'Connections of the pool by what they do, and requests that wait for one',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      const { totalCount, idleCount, waitingCount } = database.pool.pg;
      connections.set({ state: 'busy' }, totalCount - idleCount);
      connections.set({ state: 'idle' }, idleCount);
      connections.set({ state: 'waiting' }, waitingCount);
    },
  });
}

/** Of the whole installation, not of this process alone; without an answer of the database it is left out. */
function jobGauge(services: Services, registry: Registry): void {
  const jobs = new Gauge({
    name: 'millwright_jobs',
    help: 'Exports and imports in the background by state, of all processes, as far as they ended within a day',
    labelNames: ['kind', 'state'],
    registers: [registry],
    async collect() {
      jobs.reset();
      const counted = await services
        .asSystem(
          (trx) =>
            sql<{ kind: string; state: string; n: number }>`
            select kind, state, count(*)::int as n from system_job
            where end_time is null or end_time > now() - interval '1 day' group by kind, state`.execute(
              trx,
            ),
          { readOnly: true, timeoutMs: 2000 },
        )
        .catch(() => null);
      for (const { kind, state, n } of counted?.rows ?? []) jobs.set({ kind, state }, n);
    },
  });
}
