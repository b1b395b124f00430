import { role } from '@millwright/contract/system/role';
import type { EntityRow } from '../entity/entity-row.ts';
import { api } from '../kernel/api.ts';
import { ask } from '../kernel/confirm.ts';
import { say, t } from '../kernel/language.tsx';
import { entityText } from '../locales/entity.ts';
import { menuText as text } from '../locales/structure.ts';
import { menuTitle } from './menu-cells.tsx';

/** Asks before menu rows go, with the number of roles that lose a tick. */
export async function sureToRemove(rows: readonly EntityRow[]): Promise<boolean> {
  const names = rows.map(menuTitle).join(t({ zh: '、', en: ', ' }));
  const holders = await rolesHolding(rows.map((row) => row.id));
  const question = say(text.removeAsk, { name: names });
  const more = holders ? `\n${say(text.removeRoles, { n: holders })}` : '';
  return ask({
    title: t(entityText.question),
    text: question + more,
    confirm: t(entityText.remove),
    cancel: t(entityText.cancel),
    danger: true,
  });
}

/** How many roles hold one of the rows; undefined for those who may not see roles. */
async function rolesHolding(ids: readonly string[]): Promise<number | undefined> {
  try {
    const { list } = await api.get<{ list: readonly EntityRow[] }>(
      role.path,
      { page: 1, limit: 200 },
      { quiet: true },
    );
    return list.filter(
      (row) =>
        Array.isArray(row['menuIds']) &&
        ids.some((id) => (row['menuIds'] as string[]).includes(id)),
    ).length;
  } catch {
    return undefined;
  }
}
