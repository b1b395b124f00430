import type { AnyEntity } from '@millwright/contract/kernel/entity';
import { allows } from '@millwright/contract/kernel/permission';
import { offers, tagFor } from '@millwright/contract/registry';
import type { Session } from '../context.ts';
import { signFiles } from '../files/sign-row.ts';

/** A row as PostgreSQL gave it under its field names, `shown.<field>` columns beside. */
export type StoredRow = Record<string, unknown> & {
  id: string;
  siteId: string | null;
  revision: number;
};

/** The row as the client gets it: names gathered in `shown`, with the actions that this user may do now. */
export function answerOf(session: Session, entity: AnyEntity, stored: StoredRow): StoredRow {
  const row: Record<string, unknown> = {};
  const shown: Record<string, unknown> = {};
  for (const name in stored) {
    const value = stored[name];
    if (name === 'departNameEn' && !(name in entity.fields)) continue;
    if (!name.startsWith('shown.')) row[name] = value === null && isList(entity, name) ? [] : value;
    else if (value !== null) shown[name.slice(6)] = value;
  }
  signFiles(entity, row);
  row.shown = shown;
  if ('departNameEn' in stored && !('departNameEn' in entity.fields))
    nameSite(session, row, stored);
  row.actions = actionsFor(session, entity, stored);
  return row as StoredRow;
}

/** The site's name in the reader's language; only company-wide users see more than one site. */
function nameSite(session: Session, row: Record<string, unknown>, stored: StoredRow): void {
  if (session.identity !== 1) delete row.departName;
  else if (session.locale === 'en_US' && stored.departNameEn) row.departName = stored.departNameEn;
}

/** What a session may do with a row in its present state: `edit`, `remove` and the life cycle's actions. */
export function actionsFor(
  session: Session,
  entity: AnyEntity,
  row: Readonly<Record<string, unknown>>,
): string[] {
  if (entity.scope === 'log') return [];
  const state = entity.state === undefined ? '' : String(row[entity.state]);
  const may = (operation: string) => allows(session.permissions, tagFor(entity, operation));
  const names: string[] = [];
  if (offers(entity, 'edit') && (entity.editable?.includes(state) ?? true) && may('edit'))
    names.push('edit');
  if (
    offers(entity, 'remove') &&
    entity.removal !== 'never' &&
    (entity.removable?.includes(state) ?? true) &&
    may('remove')
  )
    names.push('remove');
  for (const [name, action] of Object.entries(entity.actions)) {
    if (!action.hidden && (action.from?.includes(state) ?? true) && may(name)) names.push(name);
  }
  return names;
}

function isList(entity: AnyEntity, name: string): boolean {
  const kind = entity.fields[name]?.kind.name;
  return kind === 'refs' || kind === 'files' || kind === 'choices' || kind === 'rows';
}
