import { type LiveFacts, machineTool } from '@millwright/contract/equipment/live-equipment';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readWorkbook } from '../../kernel/sheet/read-workbook.ts';
import { allRows, values } from '../../kernel/sheet/sheet-testing.ts';
import { type Headers, type TestApp, testApp } from '../../kernel/testing.ts';
import { makeGateway, type TestGateway } from '../device/testing.ts';

interface Machine {
  number: string;
  live: LiveFacts;
}

const TOOLS = '/api/equipment/machine-tools';

let test: TestApp;
let gateway: TestGateway;
let me: Headers;

beforeAll(async () => {
  test = await testApp();
  gateway = await makeGateway(test, ['MT-1', 'MT-2']);
  me = await test.as('equipment_engineer', gateway.site);
  await test.database.owner.query(
    `with line as (insert into base_line (site_id, code, name) values ($1, 'L1', '一线') returning id)
     update base_equipment set line_id = (select id from line) where site_id = $1`,
    [gateway.site.id],
  );
  await tell('MT-1', { port: 8193, protocol: 'FOCAS', beat: 90, since: SINCE, program: 'O2200' });
  await tell('MT-2', { port: 7878, protocol: 'SHDR', beat: 145, since: EARLIER, program: 'O2100' });
});
afterAll(() => test.close());

const SINCE = '2026-03-02T00:30:00Z';
const EARLIER = '2026-03-01T08:00:00Z';

/** What is written of a machine, and what it tells of itself. */
interface Told {
  readonly port: number;
  readonly protocol: string;
  readonly beat: number;
  readonly since: string;
  readonly program: string;
}

async function tell(number: string, told: Told): Promise<void> {
  await test.database.owner.query(
    `with live as (insert into device_live (equipment_id, site_id, status, start_time, program)
        values ($1, $2, 'run', $3, $4)
        on conflict (equipment_id) do update set start_time = excluded.start_time, program = excluded.program)
     update base_equipment set port = $5, protocol = $6, standard_beat = $7 where id = $1`,
    [
      gateway.devices[number],
      gateway.site.id,
      told.since,
      told.program,
      told.port,
      told.protocol,
      told.beat,
    ],
  );
}

const numbers = async (query = '') => {
  const { data } = await test.call<{ list: Machine[] }>('GET', `${TOOLS}${query}`, undefined, me);
  return data.list.map(({ number }) => number);
};

it('lists machines by the place they have on their line now', async () => {
  // MT-1 stood first once, and will again.
  await test.database.owner.query(
    `insert into base_line_devices (site_id, parent_id, position, equipment_id, sequence, valid_from, valid_to)
     select e.site_id, e.line_id, b.position, e.id, b.sequence, b.valid_from, b.valid_to from base_equipment e
       join (values ('MT-1', 0, 1, null, current_date - 3), ('MT-1', 1, 7, current_date - 2, current_date + 2),
         ('MT-1', 2, 1, current_date + 3, null), ('MT-2', 3, 5, null, null))
         b(number, position, sequence, valid_from, valid_to) using (number)
     where e.site_id = $1`,
    [gateway.site.id],
  );
  expect(await numbers()).toEqual(['MT-2', 'MT-1']);
  const { data } = await test.call<{ list: Machine[] }>('GET', TOOLS, undefined, me);
  expect(data.list.map(({ live }) => live.sequence)).toEqual([5, 7]);
});

it('sorts by every column but those that the shift adds up', async () => {
  const { image: _image, documents: _documents, ...columns } = machineTool.fields;
  const fixed = Object.entries(columns).filter(([, { sort }]) => !sort);
  expect(fixed.map(([name]) => name)).toEqual(['actionRate', 'output', 'coverage']);
  for (const [name, { list, sort }] of Object.entries(columns)) {
    expect([name, list]).toEqual([name, true]);
    if (!sort) continue;
    const found = await numbers(`?sort=${name}&order=ASC`);
    expect([name, found.toSorted()]).toEqual([name, ['MT-1', 'MT-2']]);
  }
  for (const name of ['port', 'protocol', 'standardBeat', 'program', 'sinceTime'] as const) {
    const up = await numbers(`?sort=${name}&order=ASC`);
    const first = name === 'protocol' || name === 'standardBeat' ? 'MT-1' : 'MT-2';
    expect([name, up[0]]).toEqual([name, first]);
    expect([name, await numbers(`?sort=${name}&order=DESC`)]).toEqual([name, up.toReversed()]);
  }
});

it('exports where a machine is reached, its beat and since when it is in its state', async () => {
  const columns = 'number,port,protocol,gatewayId,standardBeat,program,sinceTime';
  const response = await test.app.inject({
    method: 'GET',
    url: `${TOOLS}/export?columns=${columns}&sort=sinceTime&order=DESC`,
    headers: { ...me, 'accept-language': 'en-US' },
  });
  const workbook = await readWorkbook(response.rawPayload, { rows: 1000 });
  const [head, first] = values(await allRows(workbook.rows(0)));
  expect(head).toEqual([
    'Number',
    'Port',
    'Protocol',
    'Gateway',
    'Standard beat (s)',
    'Program',
    'Since',
  ]);
  const { rows } = await test.database.owner.query(
    `select g.code || ' ' || g.name as word from base_gateway g join base_equipment e on e.gateway_id = g.id where e.id = $1`,
    [gateway.devices['MT-1']],
  );
  // Times are those on the clock of the site.
  const since = new Date('2026-03-02T08:30:00Z');
  expect(first).toEqual(['MT-1', 8193, 'FOCAS', rows[0]?.word, 90, 'O2200', since]);
});
