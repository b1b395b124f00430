import { logModules } from '@millwright/contract/log/log-words';
import { menuRows } from '@millwright/contract/menu';
import type { RecordedChange } from '../context.ts';
import type { Client } from './client.ts';
import { maskedText, maskedUrl, plainText, withoutPhones } from './mask.ts';
import type { Route } from './route.ts';
import type { LiveSession } from './session-row.ts';

/** What one call leaves in the operate log. */
export interface LoggedCall {
  readonly route: Pick<Route, 'method' | 'tag' | 'module' | 'business'>;
  readonly url: string;
  readonly session: Pick<LiveSession, 'departId' | 'departName' | 'realName' | 'username'>;
  readonly client: Pick<Client, 'host' | 'location'>;
  readonly requestId: string;
  readonly startedAt: number;
  readonly param: unknown;
}

/** How it ended. */
export interface LoggedEnd {
  readonly result?: unknown;
  readonly error?: string;
  readonly isDenied?: boolean;
  readonly changes?: readonly RecordedChange[];
}

export type LogRow = Readonly<Record<string, string | number | null>>;

/** The rows of a call: one, or one per changed record when there are several. */
export function logRows(call: LoggedCall, end: LoggedEnd): LogRow[] {
  const changes = end.changes ?? [];
  if (changes.length === 0) return [logRow(call, end, null)];
  return changes.map((change) => logRow(call, end, change));
}

/** Whether a call that went well is logged: every writing one, and reading ones that name a business type. */
export function isLogged(route: Route): boolean {
  return (
    route.business !== undefined ||
    (route.method !== 'GET' && route.tag !== 'public' && !route.passive)
  );
}

function logRow(call: LoggedCall, end: LoggedEnd, change: RecordedChange | null): LogRow {
  const { route, session, client } = call;
  return {
    at: new Date().toISOString(),
    site_id: change?.siteId ?? session.departId,
    module: moduleOf(route),
    business_type: end.isDenied ? DENIED : (route.business ?? BY_METHOD[route.method]),
    status: end.error === undefined ? '0' : '1',
    request_method: route.method,
    url: maskedUrl(call.url),
    cost_time: Math.round(performance.now() - call.startedAt),
    operator: `${session.realName} ${session.username}`,
    depart_name: session.departName,
    host: client.host,
    location: client.location,
    request_id: call.requestId,
    entity: change?.entity ?? null,
    entity_id: change?.entityId ?? null,
    changes: change ? (changesOf(change) as never) : null,
    param: maskedText(call.param),
    result: maskedText(end.result),
    error_msg: end.error === undefined ? null : plainText(end.error),
  };
}

/** What a row of the log tells of a change. */
export function changesOf({ operation, title, reason, changes }: RecordedChange): object {
  return { operation, title, reason: reason ?? null, fields: changes.map(masked) };
}

function masked(change: RecordedChange['changes'][number]): object {
  const { field, before, after } = change;
  return { ...change, before: withoutPhones(field, before), after: withoutPhones(field, after) };
}

const DENIED = '10';
const BY_METHOD = { GET: '0', POST: '1', PUT: '2', DELETE: '3' } as const;

/** The module's own word, else the title of the page whose tag guards the route. */
function moduleOf(route: LoggedCall['route']): string {
  if (route.module) return route.module.zh;
  const [area, entity] = route.tag.split(':');
  return pageTitles.get(`${area}:${entity}`) ?? logModules.personal.zh;
}

const pageTitles = new Map(
  menuRows
    .filter((row) => row.menuType === 'P' && row.perms)
    .map((row) => [row.perms?.split(':').slice(0, 2).join(':'), row.title.zh]),
);
