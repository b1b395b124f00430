import { menuEntry } from '@millwright/contract/system/menu';
import type { EntityRow } from '../entity/entity-row.ts';
import { api } from '../kernel/api.ts';
import { ask } from '../kernel/confirm.ts';
import { say, t } from '../kernel/language.tsx';
import { entityText } from '../locales/entity.ts';
import { markText } from '../locales/marks.ts';
import { menuText as text } from '../locales/structure.ts';
import { menuTitle } from './menu-cells.tsx';

/** Asks before menu rows go, naming the roles that lose a tick. Rejects when they may not go: nothing is asked then. */
export async function sureToRemove(rows: readonly EntityRow[]): Promise<boolean> {
  const names = rows.map(menuTitle).join(t(markText.comma));
  const holders = await rolesHolding(rows.map((row) => row.id));
  const question = say(text.removeAsk, { name: names });
  const more = holders.length === 0 ? '' : `\n${losing(holders)}`;
  return ask({
    title: t(entityText.question),
    text: question + more,
    confirm: t(entityText.remove),
    cancel: t(entityText.cancel),
    danger: true,
  });
}

const NAMED = 8;

function losing(holders: readonly Holder[]): string {
  const named = holders.slice(0, NAMED).map(({ roleName }) => roleName);
  const names = named.join(t(markText.comma)) + (holders.length > NAMED ? '…' : '');
  return say(text.removeRoles, { n: holders.length, names });
}

interface Holder {
  readonly roleName: string;
}

async function rolesHolding(ids: readonly string[]): Promise<readonly Holder[]> {
  const { list } = await api.get<{ list: readonly Holder[] }>(`${menuEntry.path}/holders`, {
    ids: ids.join(','),
  });
  return list;
}
