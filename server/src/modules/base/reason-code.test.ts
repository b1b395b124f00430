import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Session } from '../../kernel/context.ts';
import checkItemModule from './check-item.ts';
import checkLimitModule from './check-limit.ts';
import productModule from './product.ts';
import reasonCodeModule from './reason-code.ts';
import routeModule from './route.ts';
import { type Bench, openBench } from './testing.ts';

let bench: Bench;
let nb: Session;

beforeAll(async () => {
  bench = await openBench([
    productModule,
    routeModule,
    checkItemModule,
    checkLimitModule,
    reasonCodeModule,
  ]);
  nb = await bench.site('NB');
});
afterAll(() => bench.close());

describe('reason codes', () => {
  it('have two levels of one kind', async () => {
    const code = (more: object) => ({ kind: 'downtime', nameZh: '故障', nameEn: 'Fault', ...more });
    const top = await bench.make(
      nb,
      '/api/base/reason-codes',
      code({ code: 'D1', category: 'breakdown' }),
    );
    const child = await bench.make(
      nb,
      '/api/base/reason-codes',
      code({ code: 'D1.1', parent: top.id }),
    );
    expect(
      (
        await bench.call(
          nb,
          'POST',
          '/api/base/reason-codes',
          code({ code: 'D1.1.1', parent: child.id }),
        )
      ).problems,
    ).toEqual(['reasonCode.edit.levels']);
    expect(
      (
        await bench.call(
          nb,
          'POST',
          '/api/base/reason-codes',
          code({ kind: 'scrap', code: 'S1', parent: top.id }),
        )
      ).problems,
    ).toEqual(['reasonCode.edit.levels']);
    expect(
      (
        await bench.call(nb, 'PUT', `/api/base/reason-codes/${top.id}`, {
          revision: 1,
          kind: 'scrap',
        })
      ).problems,
    ).toEqual(['reasonCode.edit.levels']);
    expect((await bench.call(nb, 'POST', '/api/base/reason-codes', code({ code: 'd1' }))).key).toBe(
      'row.duplicate',
    );
    await bench.make(nb, '/api/base/reason-codes', code({ kind: 'hold', code: 'D1' }));
    expect((await bench.call(nb, 'DELETE', `/api/base/reason-codes/${top.id}`)).key).toBe(
      'row.inUse',
    );
  });
});
