import pg from 'pg';
import { answering } from './lists.ts';
import { drive, type Figures, text } from './load.ts';
import type { Row } from './report.ts';
import type { Headers, Stage } from './stage.ts';

const CONNECTIONS = 64;
const SECONDS = 8;
/** 300 people with the page open, each asking once in five seconds. */
const PER_SECOND = 60;
/** Of a person 50 calls a second are answered; more would measure refusals. */
const OF_A_PERSON = 40;

/** The bell: what its polls cost with forty open notices, whole and unchanged (304). */
export async function bellPolls(stage: Stage): Promise<Row[]> {
  await tellForty(stage);
  const paths = ['/api/index/getActiveTipsVo', '/mom/api/mom/index/getActiveTipsVo'];
  const requests = stage.people.flatMap((headers: Headers) =>
    paths.map((path) => ({ path, method: 'GET' as const, headers })),
  );
  const ours = {
    ...answering(stage, 'ours'),
    mostPerSecond: stage.people.length * OF_A_PERSON,
  };
  const whole = await drive({ ...ours, requests }, SECONDS, CONNECTIONS);
  const known = [];
  for (const { path, method, headers } of requests)
    known.push({
      path,
      method,
      headers: { ...headers, 'if-none-match': await tagOf(`${ours.base}${path}`, headers) },
    });
  const unchanged = await drive(
    { ...ours, requests: known, expects: 'unchanged' },
    SECONDS,
    CONNECTIONS,
  );
  return [
    row('Polls of the bell, forty open notices, whole answers', whole),
    row('… unchanged since the last poll (304)', unchanged),
  ];
}

/** The mark of an answer that its next poll sends back. */
async function tagOf(url: string, headers: Headers): Promise<string> {
  const answer = await fetch(url, { headers });
  await answer.arrayBuffer();
  const tag = answer.headers.get('etag');
  if (tag === null) throw new Error(`${answer.status} without a tag: ${url}`);
  return tag;
}

function row(work: string, figures: Figures): Row {
  const share = (figures.processorMs * PER_SECOND * 2) / 10;
  return {
    work,
    measured: `${text(figures.perSecond)}/s, p95 ${text(figures.p95, 1)} ms, ${text(figures.processorMs, 2)} ms of processor a call; 300 people cost ${text(share, 1)} % of one core${figures.failed > 0 ? `, ${figures.failed} failed: ${figures.why}` : ''}`,
    goal: '≤ 2 ms a call',
    isMet: figures.failed === 0 && figures.processorMs <= 2,
  };
}

/** Open notices of the site of the people who ask. */
async function tellForty(stage: Stage): Promise<void> {
  const client = new pg.Client(stage.owner);
  await client.connect();
  await client.query(`insert into notification (site_id, tag, model_type, kind, dedupe_key, params, object_id, link)
    select s.id, 'base:line:list', '2', 'tool.lifeWarning', 'bench:' || n, '{"name":"T0102","percent":6,"n":12}', n::text, '/tool/toolMsg'
    from base_site s cross join generate_series(1, 40) n where s.depart_type = 'site' on conflict do nothing`);
  await client.query(`select pg_notify('millwright_notice', '')`);
  await client.end();
}
