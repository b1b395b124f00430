import { callsOf } from '@millwright/contract/kernel/calls';
import type { AnyEntity } from '@millwright/contract/kernel/entity';
import type { Figure } from '@millwright/contract/kernel/figure';
import { entities } from '@millwright/contract/registry';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Matrix, openMatrix, patient } from '../../matrix.testing.ts';
import { type Headers, type TestApp, type TestSite, testApp } from '../testing.ts';
import { snake } from './columns.ts';

let test: TestApp;
let matrix: Matrix;
let here: TestSite;
let there: TestSite;
let chief: Headers;
let worker: Headers;
beforeAll(async () => {
  test = await testApp();
  matrix = openMatrix(test);
  [here, there] = [await test.makeSite(), await test.makeSite()];
  chief = await test.signIn('admin');
  worker = await test.as(['*:*:*'], here);
}, 60_000);
afterAll(() => test.close());

const declared = entities.filter(({ figures }) => Object.keys(figures).length > 0);

describe.each(declared.map((entity) => [entity.name, entity] as const))(
  'the figures above %s',
  (_name, entity) => {
    beforeAll(async () => {
      for (const site of [here, there])
        for (const figure of Object.values(entity.figures)) await makeFitting(entity, figure, site);
    }, 60_000);

    it('are the totals of the list behind them, for all sites and for one', async () => {
      const told = await countsFor(worker, entity, {});
      expect(told).toEqual(await totalsFor(worker, entity, {}));
      expect(Object.values(told).filter((count) => count === 0)).toEqual([]);
      const all = await countsFor(chief, entity, {});
      expect(all).toEqual(await totalsFor(chief, entity, {}));
      if (entity.scope !== 'site') return;
      for (const [name, count] of Object.entries(told)) expect(all[name]).toBeGreaterThan(count);
      const narrowed = await countsFor(chief, entity, { siteId: here.id });
      expect(narrowed).toEqual(told);
    });
  },
);

it('an unknown condition of a figure call is refused as on the list', async () => {
  const line = declared.find(({ name }) => name === 'base/line') as AnyEntity;
  const answer = await test.call(
    'GET',
    addressOf(line, 'figures', { nope: '1' }),
    undefined,
    chief,
  );
  expect(answer.code).toBe(400);
  const odd = await test.call('GET', addressOf(line, 'list', { shifts: 'many' }), undefined, chief);
  expect(odd.code).toBe(400);
});

/** A row of the site to which all conditions of a figure apply, whatever its life cycle would ask before. */
async function makeFitting(entity: AnyEntity, { filters }: Figure, site: TestSite): Promise<void> {
  const id = entity.name === 'system/session' ? await signedIn(site) : await made(entity, site);
  for (const [name, asked] of Object.entries(filters)) {
    if (entity.fields[name]?.kind.name === 'rows' || entity.fields[name]?.kind.name === 'files')
      continue;
    const value = asked === 'none' ? null : asked.split(',')[0];
    await test.database.owner.query(
      `update "${entity.table}" set "${snake(name)}" = $1 where id = $2`,
      [value, id],
    );
  }
}

async function made(entity: AnyEntity, site: TestSite): Promise<string> {
  return (await matrix.make(entity, chief, site)).id;
}

async function signedIn(site: TestSite): Promise<string> {
  const person = await test.makeUser(['home:data:list'], site);
  await test.signIn(person);
  const found = await test.database.owner.query<{ id: string }>(
    'select id from system_session where user_id = $1',
    [person.id],
  );
  return found.rows[0]?.id ?? '';
}

type Conditions = Readonly<Record<string, string>>;

async function countsFor(who: Headers, entity: AnyEntity, place: Conditions) {
  const address = addressOf(entity, 'figures', place);
  return (await read<Record<string, number>>(who, address)).data;
}

async function totalsFor(who: Headers, entity: AnyEntity, place: Conditions) {
  const totals: Record<string, number> = {};
  for (const [name, { filters }] of Object.entries(entity.figures)) {
    const address = addressOf(entity, 'list', { ...place, ...filters });
    totals[name] = (await read<{ total: number }>(who, address)).data.total;
  }
  return totals;
}

function read<T>(who: Headers, address: string) {
  return patient(() => test.call<T>('GET', address, undefined, who));
}

function addressOf(entity: AnyEntity, operation: 'list' | 'figures', conditions: Conditions) {
  const query = Object.entries(conditions).map(([name, value]) => `params[${name}]=${value}`);
  return `${callsOf(entity)[operation].path}?${query.join('&')}`;
}
