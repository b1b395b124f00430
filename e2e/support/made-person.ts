import { expect } from '@playwright/test';
import type { APIRequestContext } from '@playwright/test';
import { call, credentialsOf } from './person.ts';
import type { Credentials } from './person.ts';

/** The password of people whom journeys make for themselves. */
export const PASSWORD_OF_MADE = 'quiet-river-71';

/** Makes a person of the Ningbo site with roles (ids), who has already chosen a password; gives the id. */
export async function makePerson(
  request: APIRequestContext,
  admin: Credentials,
  username: string,
  roleIds: readonly string[],
): Promise<string> {
  const sites = await call<{ id: string; departName: string }[]>(
    request,
    admin,
    'GET',
    '/api/user/auth/you/can/switch/site?isAll=false',
  );
  const homeSite = sites.data.find(({ departName }) => departName === '宁波锻造厂')?.id;
  const made = await call<{ id: string }>(request, admin, 'POST', '/api/user/account/user', {
    username,
    realName: '测试员',
    homeSite,
    userIdentity: '2',
    role: roleIds,
    password: 'first-time-5',
  });
  expect(made, made.msg).toMatchObject({ code: 0 });
  const first = await credentialsOf(request, username, 'first-time-5');
  const changed = await call(request, first, 'PUT', '/api/user/info/password', {
    passwordOld: 'first-time-5',
    passwordNew: PASSWORD_OF_MADE,
    passwordRepeat: PASSWORD_OF_MADE,
  });
  expect(changed, changed.msg).toMatchObject({ code: 0 });
  return made.data.id;
}
