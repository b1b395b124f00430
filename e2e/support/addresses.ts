import { allEntries, openingTag, pathOf } from '@millwright/contract/menu';
import type { MenuEntry } from '@millwright/contract/menu/entry';
import { allows } from '@millwright/contract/kernel/permission';
import type { APIRequestContext } from '@playwright/test';
import { call, rowsOf } from './person.ts';
import type { Credentials } from './person.ts';

/** Addresses of all pages of this release that a person may open: the whole registry, hidden pages included. */
export async function addressesOf(
  request: APIRequestContext,
  session: Credentials,
): Promise<string[]> {
  const { data } = await call<{ permissions: string[] }>(
    request,
    session,
    'GET',
    '/api/user/auth/getInfo',
  );
  const granted = new Set(data.permissions);
  const mayOpen = (entry: MenuEntry) => {
    const tag = openingTag(entry);
    return tag === null || allows(granted, tag);
  };
  const pages = allEntries().filter((entry) => entry.type !== 'D' && entry.ready);
  return Promise.all(
    pages
      .filter(mayOpen)
      .map(async ({ component }) =>
        pathOf(component, (await ROWS[component]?.(request, session)) ?? {}),
      ),
  );
}

type Parameters = Readonly<Record<string, string>>;

/** Rows to open the pages with whose address has parameters; `pathOf` refuses a page that has none here. */
const ROWS: Readonly<
  Record<string, (request: APIRequestContext, session: Credentials) => Promise<Parameters>>
> = {
  'dict/type/data': async (request, session) => {
    const [type] = await rowsOf(request, session, '/api/system/dict-types?limit=1');
    return { dictId: type?.['id'] ?? '' };
  },
};
