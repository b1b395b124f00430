import type { Text } from '@millwright/contract/kernel/text';
import type { Client } from './http/client.ts';
import { plainText } from './http/mask.ts';
import type { LogRow } from './http/operate-log.ts';

/** One event of the login log. */
export interface LoginEvent {
  /** Dictionary `login_event`: 1 sign-in, 2 sign-out, 3 expired, 4 forced, 5 unlock failed. */
  readonly event: '1' | '2' | '3' | '4' | '5';
  readonly ok: boolean;
  readonly username: string;
  readonly siteId: string;
  readonly departName?: string | null;
  readonly info: Text;
  readonly client?: Client;
  /** The account does not exist: a long name may be a password typed into the wrong box and is cut to 3 characters. */
  readonly isUnknown?: boolean;
}

/** The row of an event. */
export function loginRow(event: LoginEvent): LogRow {
  const { client } = event;
  const name =
    event.isUnknown && event.username.length > 30 ? event.username.slice(0, 3) : event.username;
  return {
    at: new Date().toISOString(),
    site_id: event.siteId,
    username: plainText(name, 64),
    event: event.event,
    status: event.ok ? '0' : '1',
    response_info: plainText(event.info.zh, 200),
    host: client?.host ?? null,
    location: client?.location ?? null,
    browser: client?.browser ?? null,
    os: client?.os ?? null,
    client_kind: client?.clientKind ?? null,
    depart_name: event.departName ?? null,
  };
}
