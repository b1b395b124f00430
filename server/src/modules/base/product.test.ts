import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Session } from '../../kernel/context.ts';
import productModule from './product.ts';
import routeModule from './route.ts';
import { type Bench, makeProcedure, makeProduct, openBench, productDraft } from './testing.ts';

let bench: Bench;
let nb: Session;

beforeAll(async () => {
  bench = await openBench([productModule, routeModule]);
  nb = await bench.site('NB');
});
afterAll(() => bench.close());

const product = (materialCode: string, more: object = {}) =>
  bench.make(nb, '/api/base/products', { ...productDraft(materialCode), ...more });

describe('products', () => {
  it('S113 keep category, codes, beat, component materials and a picture', async () => {
    const rod = await product('RD203-6061', { category: 'rod', abbreviation: 'RD203' });
    const image = '/edition/api/file/w1890a.jpg';
    await bench.inside(nb, ({ sql: trx, session }) =>
      sql`insert into file (name, kind, original_name, mime, size, sha256, create_by)
        values ('w1890a.jpg', 'image', 'w.jpg', 'image/jpeg', 1, 'x', ${session.userId})`.execute(
        trx,
      ),
    );
    const wheel = await product('W1890A', {
      abbreviation: '18寸',
      image,
      pcd: '112',
      boltHoles: 5,
      rimWidth: '9.0J',
      components: [{ code: rod.id, quantity: '0.0909' }],
    });
    expect(wheel).toMatchObject({
      category: 'wheel',
      materialCode: 'W1890A',
      standardBeat: '145.00',
      abbreviation: '18寸',
      image,
      thumbnail: image,
      maxRework: 2,
    });
    expect(wheel.components).toMatchObject([
      { code: rod.id, shortCode: 'RD203', quantity: '0.0909', yieldRate: '100.00' },
    ]);
    expect(
      (
        await bench.call(nb, 'POST', '/api/base/products', {
          category: 'wheel',
          materialCode: 'X',
          productName: 'X',
          standardBeat: '0',
        })
      ).problems,
    ).toEqual(['field.above']);
    expect(
      (
        await bench.call(nb, 'POST', '/api/base/products', {
          category: 'wheel',
          materialCode: 'w1890a',
          productName: 'X',
          standardBeat: '1',
        })
      ).key,
    ).toBe('row.duplicate');
    expect((await bench.call(nb, 'DELETE', `/api/base/products/${rod.id}`)).key).toBe('row.inUse');
  });

  it('are never components of themselves, through any depth, nor by two people at once', async () => {
    const a = await product('LOOP-A');
    const b = await product('LOOP-B', { components: [{ code: a.id }] });
    const c = await product('LOOP-C', { components: [{ code: b.id }] });
    const part = (of: typeof a, code: string) =>
      bench.call(nb, 'PUT', `/api/base/products/${of.id}`, { revision: 1, components: [{ code }] });
    expect((await part(a, c.id)).problems).toEqual(['product.edit.componentLoop']);
    expect((await part(a, a.id)).problems).toEqual(['product.edit.componentLoop']);
    const [d, e] = [await product('LOOP-D'), await product('LOOP-E')];
    const both = await Promise.all([part(d, e.id), part(e, d.id)]);
    expect(both.map(({ problems }) => problems[0] ?? 'saved').sort()).toEqual([
      'product.edit.componentLoop',
      'saved',
    ]);
  });

  it('are copied with components and route under the next free code', async () => {
    const op = await makeProcedure(bench, nb, 'OPC');
    const made = await makeProduct(bench, nb, 'W1985V', [op]);
    const { data } = await bench.call(nb, 'POST', `/api/base/products/${made.id}/actions/copy`, {
      revision: made.revision,
    });
    expect(data).toMatchObject({
      materialCode: 'W1985V-1',
      productName: '轮 W1985V',
      abbreviation: null,
    });
    const versions = await bench.call(nb, 'GET', `/api/base/products/${String(data.id)}/routes`);
    expect(versions.data.list).toMatchObject([
      { version: 1, state: 'draft', steps: [{ procedureId: op.id, sequence: 10 }] },
    ]);
    const again = await bench.call(nb, 'POST', `/api/base/products/${made.id}/actions/copy`, {
      revision: made.revision,
    });
    expect(again.data.materialCode).toBe('W1985V-2');
  });
});

describe('routes', () => {
  it('stand in the order of their sequences, numbered where they have none', async () => {
    const ops = [await makeProcedure(bench, nb, 'OPS1'), await makeProcedure(bench, nb, 'OPS2')];
    const [first = '', second = ''] = ops.map(({ id }) => id);
    const made = await product('SEQ18');
    const path = `/api/base/products/${made.id}/routes`;
    const version = await bench.make(nb, path, {
      steps: [
        { procedureId: second, sequence: 20 },
        { procedureId: first, sequence: 10 },
      ],
    });
    expect(version).toMatchObject({ steps: [{ procedureId: first }, { procedureId: second }] });
    const steps = [{ procedureId: second }, { procedureId: first }];
    const edited = await bench.call(nb, 'PUT', `/api/base/routes/${version.id}`, {
      revision: 1,
      steps,
    });
    expect(edited.data).toMatchObject({
      steps: [
        { procedureId: second, sequence: 10 },
        { procedureId: first, sequence: 20 },
      ],
    });
  });

  it('change by new versions only, one in effect', async () => {
    const [op10, op20] = [
      await makeProcedure(bench, nb, 'OP10'),
      await makeProcedure(bench, nb, 'OP20'),
    ];
    const made = await makeProduct(bench, nb, 'T2290H', [op10]);
    const path = `/api/base/products/${made.id}/routes`;
    const [first] = (await bench.call(nb, 'GET', path)).data.list as {
      id: string;
      revision: number;
      routeCode: string;
    }[];
    expect(first).toMatchObject({ state: 'effective', version: 1, routeCode: 'T2290H V1' });
    expect(
      (
        await bench.call(nb, 'PUT', `/api/base/routes/${first?.id}`, {
          revision: first?.revision,
          steps: [{ procedureId: op20.id }],
        })
      ).key,
    ).toBe('row.state');
    const second = await bench.make(nb, path, {});
    expect(second).toMatchObject({ version: 2, state: 'draft', steps: [{ procedureId: op10.id }] });
    expect((await bench.call(nb, 'POST', path, { steps: [{ procedureId: op20.id }] })).key).toBe(
      'route.add.draftOpen',
    );
    const edited = await bench.call(nb, 'PUT', `/api/base/routes/${second.id}`, {
      revision: 1,
      steps: [{ procedureId: op10.id }, { procedureId: op20.id, isKey: true }],
    });
    await bench.make(nb, `/api/base/routes/${second.id}/actions/effect`, {
      revision: edited.data.revision,
    });
    const list = (await bench.call(nb, 'GET', path)).data.list as {
      state: string;
      steps: object[];
      revision: number;
    }[];
    const states = list.map(({ state, steps }) => [state, steps.length]);
    // That it was replaced, and by which version, stands in its history.
    expect(list[1]?.revision).toBe(Number(first?.revision) + 1);
    expect(bench.records.at(-2)).toMatchObject({
      entity: 'base/route',
      entityId: first?.id,
      operation: 'update',
      reason: 'T2290H V2',
      changes: [{ field: 'state', before: 'effective', after: 'replaced' }],
    });
    expect(states).toEqual([
      ['effective', 2],
      ['replaced', 1],
    ]);
    expect((await bench.call(nb, 'DELETE', `/api/base/routes/${first?.id}`)).key).toBe('row.state');
    expect((await bench.call(nb, 'POST', path, { steps: [] })).problems).toEqual([
      'field.minItems',
    ]);
  });

  it('get one draft when two people open one at once', async () => {
    const made = await product('W-TWO');
    const op = await makeProcedure(bench, nb, 'OPT');
    const both = await Promise.all(
      [1, 2].map(() =>
        bench.call(nb, 'POST', `/api/base/products/${made.id}/routes`, {
          steps: [{ procedureId: op.id }],
        }),
      ),
    );
    expect(new Set(both.map(({ key }) => key))).toEqual(new Set([null, 'route.add.draftOpen']));
  });
});
