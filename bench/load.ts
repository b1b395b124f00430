import autocannon from 'autocannon';
import { processorSeconds } from './process.ts';

/** Calls that one generator sends over and over, each connection beginning at another one. */
export interface Calls {
  readonly base: string;
  readonly requests: readonly autocannon.Request[];
  /** Processes that answer: the server and PostgreSQL. */
  readonly processes: readonly (number | undefined)[];
  /** What every answer must be: a successful envelope unless `unchanged`, a 304 without a body. */
  readonly expects?: 'unchanged';
  /** All connections together send no more than this a second; as fast as it goes unless given. */
  readonly mostPerSecond?: number;
}

/** What a run gave. */
export interface Figures {
  readonly perSecond: number;
  /** Milliseconds that 50 and 95 of 100 calls stayed below. */
  readonly p50: number;
  readonly p95: number;
  /** Milliseconds of processor time of server and PostgreSQL for one call: hardly touched by what else the machine does. */
  readonly processorMs: number;
  /** Answers that came, successes or not. */
  readonly answers: number;
  /** Answers that were no success, lost connections included. */
  readonly failed: number;
  /** What those were: `code 429 × 15, no answer in time × 2`; empty when none failed. */
  readonly why: string;
}

/** Sends calls for some seconds over `connections` kept alive; only envelopes with code 0 count, or only 304. */
export async function drive(calls: Calls, seconds: number, connections = 32): Promise<Figures> {
  const times: number[] = [];
  let started = 0;
  const wrong = new Map<string, number>();
  const note = (what: string | null, count = 1) => {
    if (what !== null && count > 0) wrong.set(what, (wrong.get(what) ?? 0) + count);
  };
  const isUnchanged = calls.expects === 'unchanged';
  const used = () => calls.processes.reduce((sum: number, pid) => sum + processorSeconds(pid), 0);
  const before = used();
  const result = await autocannon({
    url: calls.base,
    connections,
    duration: seconds,
    ...(calls.mostPerSecond && { overallRate: calls.mostPerSecond }),
    verifyBody: (body) => {
      note(wrongIn(String(body ?? ''), isUnchanged));
      return true;
    },
    setupClient(client) {
      client.setRequests(rotated(calls.requests, (started += 7)));
      client.on('response', (status, _bytes, milliseconds) => {
        times.push(milliseconds);
        // What comes with 200 is judged by its body.
        if (isUnchanged && status !== 304 && status !== 200) note(`status ${status}`);
      });
    },
  });
  times.sort((one, other) => one - other);
  // Errors of autocannon hold its timeouts.
  note('no answer in time', result.timeouts);
  note('connection lost', result.errors - result.timeouts);
  const failed = [...wrong.values()].reduce((sum, count) => sum + count, 0);
  return {
    perSecond: Math.max(0, times.length - failed) / result.duration,
    p50: quantile(times, 0.5),
    p95: quantile(times, 0.95),
    processorMs: times.length === 0 ? Number.NaN : ((used() - before) * 1000) / times.length,
    answers: times.length,
    failed,
    why: [...wrong].map(([what, count]) => `${what} × ${count}`).join(', '),
  };
}

/** What is wrong with the body of an answer; null when nothing is. */
function wrongIn(body: string, isUnchanged: boolean): string | null {
  if (isUnchanged ? body === '' : body.startsWith('{"code":0')) return null;
  const code = /^\{"code":(\d+)/.exec(body)?.[1];
  if (code === undefined) return 'no envelope';
  return code === '0' ? 'answered anew' : `code ${code}`;
}

/** Both sides in turn (A B A B …), so that what else the machine does meets both alike. */
export async function alternate(
  ours: Calls,
  bare: Calls,
  options: { rounds: number; seconds: number; connections?: number },
): Promise<{ ours: Figures[]; bare: Figures[] }> {
  const given = { ours: [] as Figures[], bare: [] as Figures[] };
  for (const side of [bare, ours]) await drive(side, 1, options.connections);
  for (let round = 0; round < options.rounds; round += 1) {
    given.bare.push(await drive(bare, options.seconds, options.connections));
    given.ours.push(await drive(ours, options.seconds, options.connections));
  }
  return given;
}

/** The value in the middle. */
export function median(values: readonly number[]): number {
  return quantile(
    [...values].sort((one, other) => one - other),
    0.5,
  );
}

/** `median (least–most)`. */
export function spread(values: readonly number[], digits = 0): string {
  if (values.length === 0 || values.some(Number.isNaN)) return 'not measured';
  const [least, most] = [Math.min(...values), Math.max(...values)];
  return `${text(median(values), digits)} (${text(least, digits)}–${text(most, digits)})`;
}

export function text(value: number, digits = 0): string {
  return value.toLocaleString('en-US', {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
}

function quantile(sorted: readonly number[], part: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
}

function rotated<T>(list: readonly T[], by: number): T[] {
  const at = by % list.length;
  return [...list.slice(at), ...list.slice(0, at)];
}
