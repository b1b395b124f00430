import { callsOf } from '@millwright/contract/kernel/calls';
import type { AnyEntity } from '@millwright/contract/kernel/entity';
import { entities } from '@millwright/contract/registry';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Headers, testApp, type TestApp, type TestSite } from './kernel/testing.ts';
import { type Matrix, openMatrix } from './matrix.testing.ts';

/** From the registry: every declaration whose list is narrowed by the remark, and that all others refuse it. */
const narrowed = entities.filter(({ fields }) => fields.remark?.filter);
const others = entities.filter(({ fields }) => !fields.remark?.filter);

let test: TestApp;
let matrix: Matrix;
let here: TestSite;
let chief: Headers;

beforeAll(async () => {
  test = await testApp();
  matrix = openMatrix(test);
  here = await test.makeSite();
  chief = await test.signIn('admin');
}, 60_000);
afterAll(() => test.close());

type Rows = { list: { id: string; remark: string | null }[]; total: number };
const ask = (entity: AnyEntity, remark: string, more = '') =>
  test.call<Rows>(
    'GET',
    `${callsOf(entity).list.path}?limit=200&params[remark]=${encodeURIComponent(remark)}${more}`,
    undefined,
    chief,
  );

it('dictionaries, their items and boards have such a filter', () => {
  const names = ['system/dictItem', 'system/dictType', 'system/kanban'];
  expect(narrowed.map(({ name }) => name)).toEqual(expect.arrayContaining(names));
});

describe.each(narrowed.map((entity) => [entity.name, entity] as const))('%s', (_name, entity) => {
  it('finds the rows whose remark contains what was typed, and counts them', async () => {
    const ids: string[] = [];
    for (const remark of ['Kranich 50% of_hall', 'kranich 50 of hall', null])
      ids.push((await matrix.make(entity, chief, here, { remark })).id);
    const found = async (typed: string, more?: string) => {
      const { code, data } = await ask(entity, typed, more);
      expect([typed, code, data.total]).toEqual([typed, 0, data.list.length]);
      return data.list.map(({ id }) => id).sort();
    };
    const [first = '', second = ''] = ids;
    expect(await found('KRANICH 50')).toEqual([first, second].sort());
    expect(await found('  50% ')).toEqual([first]);
    expect(await found('of_hall')).toEqual([first]);
    expect(await found('k%h')).toEqual([]);
    expect(await found('kranich', `&params[ids]=${second}`)).toEqual([second]);
  });

  it('narrows its export by the same words', async () => {
    if (!matrix.has(entity, 'export')) return;
    await matrix.make(entity, chief, here, { remark: 'Reiher im Rohr' });
    await matrix.make(entity, chief, here, { remark: 'Storch am Dach' });
    const { body, statusCode } = await test.app.inject({
      method: 'GET',
      url: `${callsOf(entity).export.path}?format=csv&columns=remark&params[remark]=reiher`,
      headers: chief,
    });
    expect(statusCode).toBe(200);
    expect(body).toContain('Reiher im Rohr');
    expect(body).not.toContain('Storch am Dach');
  });
});

it('a list without such a filter refuses it', async () => {
  for (const entity of others.filter((one) => matrix.has(one, 'list'))) {
    const { code } = await ask(entity, 'a');
    expect([entity.name, code]).toEqual([entity.name, 400]);
  }
});
