import { expect } from 'vitest';
import type { Headers, TestApp, TestSite } from '../../kernel/testing.ts';

export const path = '/api/user/account/user';

export type Row = {
  id: string;
  username: string;
  revision: number;
  userId: string;
  role: string[];
  status: string;
};

/** Accounts of planners at a site, as the call takes them and as `admin` makes them. */
export function accountsAt(test: TestApp, site: TestSite, admin: Headers) {
  let count = 0;
  const roleId = async (key: string): Promise<string> => {
    const { rows } = await test.database.owner.query<{ id: string }>(
      'select id from system_role where role_key = $1',
      [key],
    );
    return rows[0]?.id ?? '';
  };
  const draft = async (more: object = {}) => {
    count += 1;
    return {
      username: `new.${count}`,
      realName: '新同事',
      homeSite: site.id,
      role: [await roleId('planner')],
      password: 'Kranich-71',
      ...more,
    };
  };
  const make = async (more: object = {}, headers = admin): Promise<Row> => {
    const answer = await test.call<Row>('POST', path, await draft(more), headers);
    expect(answer).toMatchObject({ code: 0 });
    return answer.data;
  };
  return { roleId, draft, make };
}
