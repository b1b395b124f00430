import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { someoneWaits } from '../../kernel/waiting.testing.ts';
import { type Headers, type TestApp, testApp, type TestSite } from '../../kernel/testing.ts';

let test: TestApp;
let site: TestSite;
let admin: Headers;
beforeAll(async () => {
  test = await testApp();
  site = await test.makeSite();
  admin = await test.signIn('admin');
});
afterAll(() => test.close());

type Row = Record<string, unknown> & { id: string; revision: number };
type List = { list: Row[]; total: number };

describe('dictionaries', () => {
  it('S93 S244 S245 are read by type, in order, with an ETag', async () => {
    const person = await test.as('planner', site);
    const items = await test.call<Row[]>(
      'GET',
      '/api/commons/getDictItem/order_state',
      undefined,
      person,
    );
    expect(items.data[0]).toEqual({
      itemText: '草稿',
      itemTextEn: 'Draft',
      itemValue: 'draft',
      color: null,
      isDefault: false,
      ext: null,
    });
    expect(
      (await test.call('GET', '/api/commons/getDictItem/no_such_type', undefined, person)).data,
    ).toEqual([]);
    const several = await test.call<Record<string, Row[]>>(
      'GET',
      '/api/commons/dict/item?type=priority,severity',
      undefined,
      person,
    );
    expect(Object.keys(several.data)).toEqual(['priority', 'severity']);
    const again = await test.app.inject({
      url: '/api/commons/getDictItem/order_state',
      headers: { ...person, 'if-none-match': String(items.headers.etag) },
    });
    expect(again.statusCode).toBe(304);
  });

  it('take new values at once where they are editable; fixed ones keep theirs', async () => {
    const types = (
      await test.call<List>('GET', '/api/system/dict-types?limit=200', undefined, admin)
    ).data.list;
    const customer = types.find(({ dictType }) => dictType === 'customer') as Row;
    const state = types.find(({ dictType }) => dictType === 'order_state') as Row;
    expect(
      (
        await test.call(
          'POST',
          '/api/system/dict-items',
          { dictId: customer.id, itemText: '星驰', itemValue: 'xingchi' },
          admin,
        )
      ).code,
    ).toBe(0);
    expect(
      (await test.call<Row[]>('GET', '/api/commons/getDictItem/customer', undefined, admin)).data,
    ).toMatchObject([{ itemValue: 'xingchi' }]);
    const [item] = (
      await test.call<List>(
        'GET',
        `/api/system/dict-items?params[dictId]=${customer.id}`,
        undefined,
        admin,
      )
    ).data.list;
    const url = `/api/system/dict-items/${item?.id}`;
    const sent = { revision: item?.revision };
    expect((await test.call('POST', `${url}/actions/disable`, sent, admin)).code).toBe(0);
    const asked = '/api/commons/getDictItem/customer';
    expect((await test.call('GET', asked, undefined, admin)).data).toEqual([]);
    expect((await test.call('GET', `${asked}?all=true`, undefined, admin)).data).toMatchObject([
      { itemValue: 'xingchi', itemText: '星驰', isEnabled: false },
    ]);
    expect(
      await test.call(
        'POST',
        '/api/system/dict-items',
        { dictId: state.id, itemText: 'x', itemValue: 'x' },
        admin,
      ),
    ).toMatchObject({ code: 409, data: { key: 'dict.fixed' } });
    expect(
      await test.call('DELETE', `/api/system/dict-types/${state.id}`, undefined, admin),
    ).toMatchObject({ code: 409, data: { key: 'dict.fixed' } });
  });

  it('offer to delete the types that people made, not the delivered ones', async () => {
    const draft = { dictName: '工装', dictType: 'fixture_kind' };
    const own = await test.call<Row>('POST', '/api/system/dict-types', draft, admin);
    expect(own.data['actions']).toContain('remove');
    const { list } = (
      await test.call<List>('GET', '/api/system/dict-types?limit=200', undefined, admin)
    ).data;
    expect(
      list
        .filter(({ actions }) => (actions as string[]).includes('remove'))
        .map(({ dictType }) => dictType),
    ).toEqual(['fixture_kind']);
    expect(list.every(({ actions }) => (actions as string[]).includes('edit'))).toBe(true);
  });

  it('have one default each, also when two people name one at the same moment', async () => {
    const other = await test.database.owner.connect();
    const { rows } = await other.query<{ id: string }>(
      `select id from system_dict_type where dict_type = 'customer'`,
    );
    const dictId = rows[0]?.id;
    const draft = { dictId, itemText: '二', itemValue: 'second', isDefault: true };
    try {
      await other.query('begin');
      await other.query(
        `insert into system_dict_item (dict_id, item_text, item_value, is_default) values ($1, '一', 'first', true)`,
        [dictId],
      );
      await other.query('select 1 from system_dict_type where id = $1 for no key update', [dictId]);
      const added = test.call('POST', '/api/system/dict-items', draft, admin);
      await someoneWaits(test);
      await other.query('commit');
      expect((await added).code).toBe(0);
    } finally {
      other.release();
    }
    const asked = `/api/system/dict-items?params[dictId]=${dictId}`;
    const { list } = (await test.call<List>('GET', asked, undefined, admin)).data;
    expect(list.filter(({ isDefault }) => isDefault)).toMatchObject([{ itemValue: 'second' }]);
  });

  it('are warned of once when nobody knows them, however many names are tried', async () => {
    const person = await test.as('planner', site);
    const warn = vi.spyOn(test.app.services, 'warn').mockReturnValue();
    const ask = (query: string) =>
      test.call<Record<string, Row[]>>('GET', `/api/commons/${query}`, undefined, person);
    const empty = { dictName: '空', dictType: 'empty_type' };
    expect(await test.call('POST', '/api/system/dict-types', empty, admin)).toMatchObject({
      code: 0,
    });
    expect((await ask('dict/item?type=priority,colour_of_rim')).data.colour_of_rim).toEqual([]);
    for (const type of ['colour_of_rim', 'empty_type'])
      expect((await ask(`getDictItem/${type}`)).data).toEqual([]);
    expect(warn.mock.calls).toEqual([
      [expect.stringContaining('unknown'), { type: 'colour_of_rim' }],
    ]);
    for (const word of ['a', 'b'])
      await ask(`dict/item?type=${Array.from({ length: 80 }, (_, n) => `${word}${n}`).join()}`);
    const warnings = warn.mock.calls.length;
    expect(warnings).toBeGreaterThan(80);
    expect(warnings).toBeLessThanOrEqual(100);
    expect((await ask('getDictItem/one_more')).data).toEqual([]);
    expect(warn).toHaveBeenCalledTimes(warnings);
    warn.mockRestore();
  });
});
