import { randomBytes } from 'node:crypto';
import type autocannon from 'autocannon';
import { answering, comparison, ratioOf } from './lists.ts';
import { alternate } from './load.ts';
import type { Row } from './report.ts';
import type { Headers, Stage } from './stage.ts';

/** One row a call, on disk when answered: with judgement, both locks on the site and the log row, against a bare insert. */
export async function createRows(stage: Stage): Promise<Row[]> {
  const ours = {
    ...answering(stage, 'ours'),
    requests: stage.people.map((headers) => creation('/api/base/procedures', headers)),
  };
  const bare = { ...answering(stage, 'bare'), requests: [creation('/procedures', {})] };
  const given = await alternate(ours, bare, { rounds: 3, seconds: 4 });
  return [
    {
      work: 'Create a row, durable (judged, both site locks, operate log)',
      measured: comparison(given),
      goal: '≥ 30 % of a bare insert',
      isMet: ratioOf(given) >= 0.3,
    },
  ];
}

const RUN = randomBytes(4).toString('hex');
let made = 0;

/** Every call has a code of its own. */
function creation(path: string, headers: Headers): autocannon.Request {
  return {
    path,
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    setupRequest: (request) => ({
      ...request,
      body: JSON.stringify({
        procedureCode: `${RUN}-${(made += 1)}`,
        procedureName: '锻造',
        procedureType: 'forge',
        sequence: made % 1000,
      }),
    }),
  };
}
