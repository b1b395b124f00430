import type { AnyEntity } from '@millwright/contract/kernel/entity';
import { allows } from '@millwright/contract/kernel/permission';
import { offers, tagFor } from '@millwright/contract/registry';
import type { Session } from '../context.ts';
import { signFiles } from '../files/sign-row.ts';
import { unseenIn } from './seen.ts';

/** A row as PostgreSQL gave it under its field names, `shown.<field>` columns beside. */
export type StoredRow = Record<string, unknown> & {
  id: string;
  siteId: string | null;
  revision: number;
};

/** The row as the client gets it: names gathered in `shown`, with the actions that this user may do now. */
export function answerOf(session: Session, entity: AnyEntity, stored: StoredRow): StoredRow {
  const [row] = answersOf(session, entity, [stored]);
  return row as StoredRow;
}

/** Rows of one statement as the client gets them. */
export function answersOf(
  session: Session,
  entity: AnyEntity,
  found: readonly StoredRow[],
): StoredRow[] {
  const [first] = found;
  if (!first) return [];
  const form = formOf(session, entity, first);
  const actions = new Map<string, string[]>();
  return found.map((stored) => {
    const row = rowOf(form, stored);
    signFiles(entity, row);
    if (form.namesSite) nameSite(session, row, stored);
    const state = stateOf(entity, stored);
    const may = actions.get(state) ?? actionsFor(session, entity, stored);
    actions.set(state, may);
    row.actions = [...may];
    return row;
  });
}

/** What the columns of a statement become: those of the row, lists among them, and names behind references. */
interface Form {
  /** A row with every name and no value. Copies of it are filled: an object that grows name by name is slow to read. */
  readonly empty: Readonly<Record<string, unknown>>;
  readonly names: readonly string[];
  readonly lists: readonly string[];
  readonly shown: readonly (readonly [column: string, name: string])[];
  readonly namesSite: boolean;
}

function formOf(session: Session, entity: AnyEntity, stored: StoredRow): Form {
  const unseen = unseenIn(entity, session);
  const columns = Object.keys(stored).filter((name) => !unseen.has(name.replace(SHOWN, '')));
  const namesSite = 'departNameEn' in stored && !('departNameEn' in entity.fields);
  const names = columns.filter(
    (name) => !name.startsWith(SHOWN) && !(namesSite && name === 'departNameEn'),
  );
  return {
    empty: Object.fromEntries([...names, 'shown', 'actions'].map((name) => [name, null])),
    names,
    lists: names.filter((name) => isList(entity, name)),
    shown: columns
      .filter((name) => name.startsWith(SHOWN))
      .map((name) => [name, name.slice(SHOWN.length)] as const),
    namesSite,
  };
}

const SHOWN = 'shown.';

function rowOf({ empty, names, lists, shown }: Form, stored: StoredRow): StoredRow {
  const row: Record<string, unknown> = { ...empty };
  for (const name of names) row[name] = stored[name];
  for (const name of lists) row[name] ??= [];
  const behind: Record<string, unknown> = {};
  for (const [column, name] of shown) {
    const value = stored[column];
    if (value !== null) behind[name] = value;
  }
  row.shown = behind;
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
  const state = stateOf(entity, row);
  const may = (operation: string) => allows(session.permissions, tagFor(entity, operation));
  const names: string[] = [];
  if (
    entity.scope !== 'log' &&
    offers(entity, 'edit') &&
    (entity.editable?.includes(state) ?? true) &&
    may('edit')
  )
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

function stateOf(entity: AnyEntity, row: Readonly<Record<string, unknown>>): string {
  return entity.state === undefined ? '' : String(row[entity.state]);
}

function isList(entity: AnyEntity, name: string): boolean {
  const kind = entity.fields[name]?.kind.name;
  return kind === 'refs' || kind === 'files' || kind === 'choices' || kind === 'rows';
}
