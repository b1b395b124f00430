import type { QueryClient } from '@tanstack/react-query';
import type { EntityRow } from '../entity/entity-row.ts';
import { actOf, type RowAct } from '../entity/row-acts.ts';
import { ask } from '../kernel/confirm.ts';
import { say, t } from '../kernel/language.tsx';
import { hasPermission } from '../kernel/permission.tsx';
import { entityText } from '../locales/entity.ts';
import { markText } from '../locales/marks.ts';
import { userText as text } from '../locales/people.ts';
import { tagFor } from '@millwright/contract/registry';
import { user } from '@millwright/contract/system/user';
import { refreshUsers, userCalls } from './user-calls.ts';

/** Steps of an account's life cycle; lifting a limit is offered only where there is one. */
export const userSteps = [
  'add',
  'import',
  'edit',
  'remove',
  ...Object.keys(user.actions).filter((name) => name !== 'unlock'),
];

/** What the users page offers for several accounts at once. */
export function userBatch(): RowAct[] {
  return hasPermission([tagFor(user, 'unlock')]) ? [actOf(user, 'unlock')] : [];
}

/** What the users page offers beside the life cycle of an account. */
export function userActs(row: EntityRow): RowAct[] {
  const isLimited = row['limited'] === true && row.actions?.includes('unlock');
  const acts: RowAct[] = [
    ...(isLimited ? [actOf(user, 'unlock')] : []),
    { name: 'permissions', label: t(text.permissions), icon: 'safety', danger: false },
  ];
  if (hasPermission(['system:session:list']))
    acts.push({ name: 'sessions', label: t(text.sessions), icon: 'desktop', danger: false });
  if (row.actions?.includes('edit'))
    acts.push({ name: 'copyRoles', label: t(text.copyRoles), icon: 'user-switch', danger: false });
  return acts;
}

/** Steps whose calls the specification fixes; false for the others, and where nothing was done. */
export function userAct(
  client: QueryClient,
  name: string,
  rows: readonly EntityRow[],
): Promise<boolean> | false {
  const step = STEPS[name];
  return step ? afterwards(client, step(rows)) : false;
}

const STEPS: Readonly<Record<string, (rows: readonly EntityRow[]) => Promise<unknown>>> = {
  enable: (rows) => each(rows, (row) => userCalls.setStatus(row, '1')),
  disable: async (rows) => {
    const names = rows.map((row) => String(row['realName'])).join(t(markText.comma));
    const question = user.actions.disable.confirm;
    const isSure =
      question && (await sure(say(question, { name: names }), t(user.actions.disable.label)));
    return isSure ? each(rows, (row) => userCalls.setStatus(row, '0')) : false;
  },
  remove: (rows) =>
    each(rows, async (row) => {
      const question = say(text.removeAsk, {
        name: String(row['realName']),
        username: String(row['username']),
      });
      const isSure = await sure(`${question}\n${t(text.disableInstead)}`, t(entityText.remove));
      return isSure && userCalls.remove(row);
    }),
  unlock: (rows) => userCalls.unlock(rows.map((row) => row.id)),
};

/** Whatever came of it, the list shows what is true now; a refusal has been shown. */
async function afterwards(client: QueryClient, done: Promise<unknown>): Promise<boolean> {
  const answer = await done.catch(() => false);
  await refreshUsers(client);
  return answer !== false;
}

/** One after the other; false where nothing was done to any of them. */
async function each(
  rows: readonly EntityRow[],
  work: (row: EntityRow) => Promise<unknown>,
): Promise<boolean> {
  let isDone = false;
  for (const row of rows) if ((await work(row)) !== false) isDone = true;
  return isDone;
}

function sure(question: string, verb: string): Promise<boolean> {
  return ask({
    title: t(entityText.question),
    text: question,
    confirm: verb,
    cancel: t(entityText.cancel),
    danger: true,
  });
}
