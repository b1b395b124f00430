import { expect } from '@playwright/test';
import type { APIRequestContext } from '@playwright/test';
import { call, credentialsOf, rowsOf } from './person.ts';
import type { Credentials } from './person.ts';

/** The password of people whom journeys make for themselves. */
export const PASSWORD_OF_MADE = 'quiet-river-71';

/** The id of a role by its key. */
export async function roleOf(
  request: APIRequestContext,
  admin: Credentials,
  roleKey: string,
): Promise<string> {
  const url = `/api/system/roles?params[roleKey]=${roleKey}`;
  const [role] = await rowsOf<{ id: string }>(request, admin, url);
  return role?.id ?? '';
}

/** Makes a person of the Ningbo site with roles (ids) unless `change` says otherwise, who has already chosen a password; gives the id. */
export async function makePerson(
  request: APIRequestContext,
  admin: Credentials,
  username: string,
  roleIds: readonly string[],
  change: { readonly furtherSites?: readonly string[]; readonly userIdentity?: '1' | '2' } = {},
): Promise<string> {
  const sites = await call<{ id: string; departName: string }[]>(
    request,
    admin,
    'GET',
    '/api/user/auth/you/can/switch/site?isAll=false',
  );
  const homeSite = sites.data.find(({ departName }) => departName === '宁波锻造厂')?.id;
  const { furtherSites = [], userIdentity = '2' } = change;
  const made = await call<{ id: string }>(request, admin, 'POST', '/api/user/account/user', {
    username,
    realName: '测试员',
    homeSite,
    associatedSites: sites.data
      .filter(({ departName }) => furtherSites.includes(departName))
      .map(({ id }) => id),
    userIdentity,
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
