import { alternate, type Calls, drive, type Figures, median, spread, text } from './load.ts';
import { firstCounts } from './log-costs.ts';
import type { Row } from './report.ts';
import { logPlace } from './seed.ts';
import type { Stage } from './stage.ts';

/** Twenty of 10,000 orders with filter, sort and exact total. */
export async function orderList(stage: Stage): Promise<Row[]> {
  const path =
    '/api/production/orders?page=1&limit=20&sort=dueDate&order=ASC&params[state]=running';
  const bare = { ...answering(stage, 'bare'), requests: [{ path: '/orders?state=running' }] };
  const given = await alternate(everybody(stage, path), bare, { rounds: 3, seconds: 5 });
  const ratio = ratioOf(given);
  return [
    {
      work: 'List of 20 from 10,000 orders (filter, sort, exact total)',
      measured: comparison(given),
      goal: '≥ 50 % of bare',
      isMet: ratio >= 0.5,
    },
    latency('… its p95', given, 20, 4600),
  ];
}

/** Twenty of 1,000,000 log rows, of which 980,000 match: the first page, a far one, and the first count. */
export async function logList(stage: Stage): Promise<Row[]> {
  const rows = [await firstCounts(stage)];
  for (const [name, page] of [
    ['page 1', 1],
    ['page 10,000', 10_000],
  ] as const) {
    const path = `/api/log/operate-logs?page=${page}&limit=20&params[status]=0`;
    const place = await logPlace(stage.owner, stage.siteId, Math.max(0, (page - 1) * 20 - 1));
    const query = new URLSearchParams({
      at: page === 1 ? '9999-01-01T00:00:00Z' : place.at,
      id: place.id,
    });
    const bare = { ...answering(stage, 'bare'), requests: [{ path: `/logs?${query.toString()}` }] };
    const given = await alternate(everybody(stage, path), bare, { rounds: 2, seconds: 4 });
    rows.push(
      {
        work: `Log list of 20 from 1,000,000 rows (980,000 match), ${name}`,
        measured: comparison(given),
        goal: '≥ 40 % of bare keyset page with a held count',
        isMet: ratioOf(given) >= 0.4,
      },
      latency('… its p95', given, 15, 9900),
    );
  }
  return rows;
}

/** Calls of all signed-in people to one address. */
export function everybody(stage: Stage, path: string): Calls {
  return {
    ...answering(stage, 'ours'),
    requests: stage.people.map((headers) => ({ path, headers })),
  };
}

/** Address and processes of one side. */
export function answering(stage: Stage, side: 'ours' | 'bare'): Pick<Calls, 'base' | 'processes'> {
  return { base: stage[side].base, processes: [stage[side].child.pid, stage.postmaster] };
}

/** The list of orders alone, as the quiet state to compare with. */
export function quietList(stage: Stage, seconds: number, connections: number): Promise<Figures> {
  return drive(
    everybody(stage, '/api/production/orders?page=1&limit=20&params[state]=running'),
    seconds,
    connections,
  );
}

export function ratioOf(given: { ours: Figures[]; bare: Figures[] }): number {
  return (
    median(given.ours.map(({ perSecond }) => perSecond)) /
    median(given.bare.map(({ perSecond }) => perSecond))
  );
}

/** `1,234/s (…) against bare 2,345/s (…) = 53 %; processor 0.9 ms against 0.6 ms a call = 67 %`. */
export function comparison(given: { ours: Figures[]; bare: Figures[] }): string {
  const [ours, bare] = [given.ours, given.bare].map((runs) =>
    spread(runs.map(({ perSecond }) => perSecond)),
  );
  const failed = given.ours.reduce((sum, run) => sum + run.failed, 0);
  const all = given.ours.reduce((sum, run) => sum + run.answers, 0);
  const note = failed > 0 ? `; ${text(failed)} of ${text(all)} calls refused or failed` : '';
  const [own, other] = [given.ours, given.bare].map((runs) =>
    median(runs.map(({ processorMs }) => processorMs)),
  );
  const processor = Number.isFinite(own)
    ? `; processor ${text(own ?? 0, 2)} ms against ${text(other ?? 0, 2)} ms a call = ${text((100 * (other ?? 0)) / (own ?? 1))} %`
    : '';
  return `${ours}/s against bare ${bare}/s = ${text(ratioOf(given) * 100)} %${processor}${note}`;
}

/**
 * A latency in milliseconds against its goal, which was set on a machine on which the bare server made `goalPace` calls
 * a second: a slower one is told beside what it measured, and judged all the same by the goal as it stands.
 */
export function latency(
  work: string,
  given: { ours: Figures[]; bare: Figures[] },
  goalMs: number,
  goalPace: number,
): Row {
  const p95 = given.ours.map((run) => run.p95).filter(Number.isFinite);
  const goal = `≤ ${goalMs} ms`;
  const lost = given.ours.length - p95.length;
  if (lost > 0) {
    const failed = given.ours.reduce((sum, run) => sum + run.failed, 0);
    const measured = `no answer in ${lost} of ${given.ours.length} rounds, ${text(failed)} calls refused or failed`;
    return { work, measured, goal, isMet: false };
  }
  const pace = median(given.bare.map(({ perSecond }) => perSecond)) / goalPace;
  const bare = median(given.bare.map((run) => run.p95));
  return {
    work,
    measured: `${spread(p95, 1)} ms against bare ${text(bare, 1)} ms, on a machine at ${text(100 * pace)} % of the pace of the goal's (bare ${text(goalPace)}/s)`,
    goal,
    isMet: median(p95) <= goalMs,
  };
}
