import type { Route } from '../../kernel/http/route.ts';
import { Unavailable } from '../../kernel/http/envelope.ts';
import { sql } from 'kysely';
import type { Services } from '../../kernel/services.ts';

/** Calls without any credential: whether the process is well, and what there is to download. */
export function publicRoutes(services: Services): Route[] {
  return [
    { method: 'GET', path: '/api/public/health', tag: 'public', handle: () => health(services) },
    // No packages exist before the first edition is released; an empty answer says so.
    { method: 'GET', path: '/api/public/apkversion', tag: 'public', handle: async () => null },
    {
      method: 'GET',
      path: '/api/public/downloads',
      tag: 'public',
      handle: async () => ({ list: [] }),
    },
  ];
}

async function health(services: Services) {
  try {
    await services.asSystem((trx) => sql`select 1`.execute(trx), { readOnly: true });
  } catch {
    throw new Unavailable('The database does not answer.');
  }
  return { status: 'ok' };
}
