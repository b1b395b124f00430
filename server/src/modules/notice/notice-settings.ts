import { refusals } from '@millwright/contract/kernel/errors';
import { allows } from '@millwright/contract/kernel/permission';
import { pick } from '@millwright/contract/kernel/text';
import { type NoticeKey, notices } from '@millwright/contract/system/notice';
import { type NoticeChoice, noticeTitles } from '@millwright/contract/system/notice-title';
import { sql } from 'kysely';
import { announce, type Announcements } from '../../kernel/announce.ts';
import type { Session } from '../../kernel/context.ts';
import type { Trx } from '../../kernel/database/transaction.ts';
import type { Route } from '../../kernel/http/route.ts';
import { refuse } from '../../kernel/refuse.ts';
import { objectOf } from '../../kernel/sent-body.ts';

/** Announced on `notice` instead of a site when somebody changed what he wants. */
export const WANTS = 'wants';

/** Who wants what, per event: what a person does not want stays out of his bell; history, pages and home show it still. */
export function noticeSettingRoutes(heard: Announcements | undefined): Route[] {
  const path = '/api/index/notifications/settings';
  return [
    {
      method: 'GET',
      path,
      tag: 'session',
      handle: async ({ session, sql: trx }) => ({
        list: choices(session, await unwantedBy(trx, session.userId)),
      }),
    },
    {
      method: 'PUT',
      path,
      tag: 'session',
      handle: async (context, { body }) => {
        const { session, sql: trx } = context;
        const unwanted = unwantedOf(objectOf(body).unwanted);
        const wrong = unwanted?.find((kind) => !isChoice(kind));
        if (!unwanted || wrong !== undefined)
          throw refuse(refusals['call.invalid'], {
            detail: wrong === undefined ? 'unwanted' : `unwanted: ${wrong.slice(0, 40)}`,
          });
        await sql`insert into user_preference (user_id, key, value)
          values (${session.userId}, ${KEY}, ${JSON.stringify(unwanted)}::jsonb)
          on conflict (user_id, key) do update set value = excluded.value, update_time = now()`.execute(
          trx,
        );
        if (heard) await announce(context, heard, 'notice', WANTS);
        return { list: choices(session, new Set(unwanted)) };
      },
    },
  ];
}

/** What each person who chose does not want. */
export async function unwantedByAll(trx: Trx): Promise<Map<string, ReadonlySet<string>>> {
  const { rows } = await sql<{ userId: string; value: unknown }>`
    select user_id as "userId", value from user_preference where key = ${KEY} and value <> '[]'`.execute(
    trx,
  );
  return new Map(rows.map(({ userId, value }) => [userId, new Set(unwantedOf(value))]));
}

const KEY = 'notices.unwanted';

async function unwantedBy(trx: Trx, userId: string): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ value: unknown }>`
    select value from user_preference where user_id = ${userId} and key = ${KEY}`.execute(trx);
  return new Set(unwantedOf(rows[0]?.value ?? []));
}

/** Kinds of events; null when it is no list of them. */
function unwantedOf(value: unknown): string[] | null {
  if (!Array.isArray(value) || value.length > 100) return null;
  if (!value.every((kind) => typeof kind === 'string')) return null;
  return [...new Set<string>(value)];
}

function isChoice(kind: string): boolean {
  return Object.hasOwn(noticeTitles, kind) && noticeTitles[kind as NoticeKey] !== null;
}

/** The events that this person may be told of. */
function choices({ permissions, locale }: Session, unwanted: ReadonlySet<string>): NoticeChoice[] {
  return Object.entries(notices).flatMap(([kind, { modelType, tag }]) => {
    const title = noticeTitles[kind as NoticeKey];
    if (title === null || (tag !== null && !allows(permissions, tag))) return [];
    return [{ kind, modelType, title: pick(title, locale), wanted: !unwanted.has(kind) }];
  });
}
