import type { LiveFacts } from '@millwright/contract/equipment/live-equipment';
import { afterAll, beforeAll, expect, it } from 'vitest';
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
});
afterAll(() => test.close());

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
