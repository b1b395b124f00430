import { refusals } from '@millwright/contract/kernel/errors';
import { allows } from '@millwright/contract/kernel/permission';
import { instruction, instructionRefusals } from '@millwright/contract/system/instruction';
import { instructionAddress } from '@millwright/contract/system/instruction-address';
import { localDay } from '@millwright/contract/kernel/local-day';
import { sql } from 'kysely';
import { behaviour } from '../../kernel/behaviour.ts';
import type { Answer, Context } from '../../kernel/context.ts';
import { signAddress } from '../../kernel/files/sign.ts';
import { refuse } from '../../kernel/refuse.ts';
import { draftOf } from '../base/copy.ts';
import { settle, tell } from '../notice/tell.ts';
import { by, letTakeEffect, showAtProcedures } from './instruction-effect.ts';
import { cause, nameOf } from './instruction-notice.ts';
import { confirmedBy, confirmRead, readersOf, unreadOf } from './instruction-readers.ts';

type InstructionRow = Answer<typeof instruction>;

/** Work instructions: versions that are written, approved by somebody else, read at the line and confirmed. */
export default behaviour(instruction, {
  async list(context, query) {
    const params = mayWrite(context) ? query.params : { ...query.params, inEffect: 'true' };
    const answer = await context.store(instruction).list({ ...query, params });
    return { ...answer, list: await shownRows(context, answer.list) };
  },

  get: async (context, id) => one(context, await readable(context, id)),

  async create(context, draft) {
    const owned = {
      code: await nextCode(context, draft),
      version: 1,
      author: context.session.userId,
    };
    return one(context, await context.store(instruction).create(unsigned(draft), owned));
  },

  update: async (context, id, change) =>
    one(context, await context.store(instruction).update(id, unsigned(change))),

  async remove(context, ids) {
    const causes: ReturnType<typeof cause>[] = [];
    for (const id of ids)
      causes.push(cause('instruction.rejected', await context.store(instruction).get(id)));
    await context.store(instruction).remove(ids);
    await settle(context.sql, causes, by(context));
  },

  actions: {
    async submit(context, row, body) {
      if (row.author !== context.session.userId)
        throw refuse(refusals['row.actor'], { who: AUTHOR, action: SUBMIT });
      if (isEmpty(row)) throw refuse(instructionRefusals['instruction.submit.empty']);
      const sent = await context.store(instruction).act('submit', row.id, body, { reason: null });
      await settle(context.sql, cause('instruction.rejected', row), by(context));
      await tell(context.sql, {
        ...cause('instruction.toApprove', row),
        params: { name: nameOf(row), author: context.session.realName },
      });
      return one(context, sent);
    },

    async approve(context, row, body) {
      if (row.author === context.session.userId)
        throw refuse(instructionRefusals['instruction.approve.own']);
      await publish(context, row, body);
      await settle(context.sql, cause('instruction.toApprove', row), by(context));
      await letTakeEffect(context, row.id);
      return one(context, await context.store(instruction).get(row.id));
    },

    async reject(context, row, body) {
      const back = await context
        .store(instruction)
        .act('reject', row.id, body, { reason: reasonOf(body) });
      await settle(context.sql, cause('instruction.toApprove', row), by(context));
      if (row.author)
        await tell(context.sql, {
          ...cause('instruction.rejected', row),
          userIds: [row.author],
          params: { name: nameOf(row), reason: reasonOf(body) },
        });
      return one(context, back);
    },

    async obsolete(context, row, body) {
      const gone = await context
        .store(instruction)
        .act('obsolete', row.id, body, { reason: reasonOf(body), inEffect: false });
      await settle(context.sql, cause('instruction.toConfirm', row), by(context));
      if (row.inEffect) await showAtProcedures(context, row, null);
      return one(context, gone);
    },

    /** The next version as a draft, unless one is being worked on. */
    async revise(context, row) {
      const last = await lastVersion(context, row);
      if (last.state === 'draft' || last.state === 'pending')
        throw refuse(instructionRefusals['instruction.revise.open'], {
          c: row.code,
          v: last.version,
        });
      const draft = { ...draftOf(instruction, row), effectiveFrom: null };
      const owned = { code: row.code, version: last.version + 1, author: context.session.userId };
      return one(context, await context.store(instruction).create(unsigned(draft), owned));
    },

    async read(context, row) {
      if (row.state !== 'published')
        return context.store(instruction).act('read', row.id, { revision: row.revision });
      if (!row.inEffect)
        throw refuse(instructionRefusals['instruction.read.early'], {
          c: row.code,
          v: row.version,
          day: row.effectiveFrom ?? '',
        });
      await confirmRead(context, row);
      await settle(context.sql, cause('instruction.toConfirm', row), {
        ...by(context),
        receiver: context.session.userId,
      });
      return one(context, await context.store(instruction).get(row.id));
    },
  },

  routes: [
    {
      method: 'GET',
      path: `${instruction.path}/mine`,
      tag: 'system:instruction:list',
      handle: (context) => unreadOf(context),
    },
    {
      method: 'GET',
      path: `${instruction.path}/:id/readers`,
      tag: 'system:instruction:query',
      handle: async (context, { params }) =>
        readersOf(context, (await readable(context, params.id ?? '')).id),
    },
    {
      method: 'GET',
      path: `${instruction.path}/:id/versions`,
      tag: 'system:instruction:query',
      handle: async (context, { params }) => versionsOf(context, params.id ?? ''),
    },
    {
      method: 'GET',
      path: `${instruction.path}/:id/qrcode`,
      tag: 'system:instruction:print',
      handle: async (context, { params }) => {
        return { address: instructionAddress(await readable(context, params.id ?? '')) };
      },
    },
  ],
});

const AUTHOR = { zh: '编制人', en: 'the author' };
const SUBMIT = instruction.actions.submit.label;

/** Those who write, submit or approve see every version; all others what is in effect. */
function mayWrite({ session }: Context): boolean {
  return ['edit', 'submit', 'publish'].some((action) =>
    allows(session.permissions, `system:instruction:${action}`),
  );
}

/** Throws `row.missing` for what is not in effect and not for this person's eyes. */
async function readable(context: Context, id: string): Promise<InstructionRow> {
  const row = await context.store(instruction).get(id);
  if (!row.inEffect && !mayWrite(context)) throw refuse(refusals['row.missing']);
  return row;
}

function reasonOf(body: { readonly reason?: string }): string {
  return (body.reason ?? '').trim();
}

/** Content that holds neither words nor a picture or film is none. */
function isEmpty({ content, attachments, video }: InstructionRow): boolean {
  const words = (content ?? '').replace(/<(?!img|video|iframe)[^>]*>|&nbsp;|\s/g, '');
  return words === '' && attachments.length === 0 && !video;
}

async function publish(
  context: Context,
  row: InstructionRow,
  body: { readonly revision?: number },
) {
  const now = new Date();
  return context.store(instruction).act('approve', row.id, body, {
    approver: context.session.userId,
    publishTime: now.toISOString(),
    effectiveFrom: row.effectiveFrom ?? localDay(now, context.session.timeZone),
    reason: null,
  });
}

async function lastVersion(context: Context, { siteId, code }: InstructionRow) {
  const { rows } = await sql<{
    version: number;
    state: string;
  }>`select version, state from system_instruction
    where site_id = ${siteId} and code = ${code} order by version desc limit 1 for update`.execute(
    context.sql,
  );
  return rows[0] ?? { version: 0, state: '' };
}

async function versionsOf(context: Context, id: string) {
  const { code, siteId } = await readable(context, id);
  const { rows } = await sql<{ id: string }>`select id from system_instruction
    where site_id = ${siteId} and code = ${code} ${mayWrite(context) ? sql`` : sql`and in_effect`}
    order by version desc limit 50`.execute(context.sql);
  const list = [];
  for (const row of rows)
    list.push(await one(context, await context.store(instruction).get(row.id)));
  return { list };
}

/** `SOP-2025-0012`: numbered through the year in the site. */
async function nextCode(context: Context, draft: Record<string, unknown>): Promise<string> {
  const { session } = context;
  const siteId = session.siteId ?? (session.identity === 1 ? draft.siteId : session.homeSiteId);
  const year = localDay(new Date(), session.timeZone).slice(0, 4);
  const { rows } = await sql<{ last: number }>`
    insert into number_series (site_id, series, last_number) select id, ${`SOP-${year}`}, 1 from base_site where id::text = ${siteId ?? ''}
    on conflict (site_id, series) do update set last_number = number_series.last_number + 1
    returning last_number as last`.execute(context.sql);
  return `SOP-${year}-${String(rows[0]?.last ?? 1).padStart(4, '0')}`;
}

/** Addresses of files are stored without their signature. */
function unsigned(draft: Record<string, unknown>): Record<string, unknown> {
  const { video } = draft;
  if (typeof video !== 'string' || !video.startsWith('/edition/')) return draft;
  return { ...draft, video: video.split('?')[0] };
}

async function one(context: Context, row: InstructionRow): Promise<InstructionRow> {
  const [shown] = await shownRows(context, [row]);
  return shown ?? row;
}

/** With a film that can be played, and the actions that this person may do: own drafts are submitted, others' approved. */
async function shownRows(
  context: Context,
  rows: readonly InstructionRow[],
): Promise<InstructionRow[]> {
  const done = await confirmedBy(
    context,
    rows.map(({ id }) => id),
  );
  const { userId } = context.session;
  return rows.map((row) => ({
    ...row,
    video: row.video?.startsWith('/edition/') ? signAddress(row.video) : row.video,
    actions: row.actions.filter((name) => {
      if (name === 'submit') return row.author === userId;
      if (name === 'approve') return row.author !== userId;
      return name === 'read' ? row.mustRead && row.inEffect && !done.has(row.id) : true;
    }),
  }));
}
