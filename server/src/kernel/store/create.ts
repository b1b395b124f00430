import { checkDraft } from '@millwright/contract/kernel/check';
import type { AnyEntity } from '@millwright/contract/kernel/entity';
import { refusals } from '@millwright/contract/kernel/errors';
import { sql } from 'kysely';
import type { Context } from '../context.ts';
import { foreignFiles } from '../files/foreign.ts';
import { refuse, refuseDraft } from '../refuse.ts';
import { childFields } from './columns.ts';
import { duplicateProblems, refuseDuplicates } from './duplicates.ts';
import { visibility, where } from './filter.ts';
import { readRow } from './read.ts';
import type { Placed } from './references.ts';
import { answerOf, type StoredRow } from './row.ts';
import { selection } from './select.ts';
import { withoutUnseen } from './seen.ts';
import { placeOf, zoneNamed } from './site.ts';
import { storedProblems } from './stored-problems.ts';
import { insertion, insertRows, recordChange } from './write.ts';

/**
 * Creates a row from what a client sent; `owned` are values that the server sets beside. What the database judges
 * (dictionaries, references) travels together with the insert, which goes with all else when something is wrong.
 */
export async function createRow(
  context: Context,
  entity: AnyEntity,
  sent: unknown,
  owned: Readonly<Record<string, unknown>> = {},
): Promise<StoredRow> {
  const named = (sent as { siteId?: unknown } | null)?.siteId;
  const zone = await zoneNamed(context, named);
  const { draft, problems } = checkDraft(entity, sent, 'create', {}, zone);
  const { siteId, problems: misplaced } = await placeOf(context, entity, named);
  const isNoSite = problems.some(({ field }) => field === 'siteId');
  if (!draft || misplaced.length > 0)
    throw refuseDraft(isNoSite ? problems : [...misplaced, ...problems]);
  const placed: Placed = {
    siteId,
    values: { ...withoutUnseen(entity, context.session, draft), ...owned },
  };
  // Before the insert: the new row opens its files to its author.
  const foreign = await foreignFiles(context, entity.fields, placed.values);
  const [judged, inserted] = await Promise.allSettled([
    storedProblems(context, entity, placed),
    inserting(context, entity, placed),
  ]);
  // What is wrong with the draft says more than what then became of the insert.
  if (judged.status === 'rejected') throw judged.reason;
  const failure: unknown = inserted.status === 'rejected' ? inserted.reason : null;
  const wrong = [...judged.value, ...foreign];
  if (wrong.length > 0) throw refuseDraft([...wrong, ...duplicateProblems(entity, failure)]);
  if (inserted.status === 'rejected') throw failure;
  const row = inserted.value;
  recordChange(context, entity, 'create', null, row);
  return answerOf(context.session, entity, row);
}

/** Inserts a row and reads it as it stands then. Throws `row.missing` when it would not be visible to its author. */
async function inserting(context: Context, entity: AnyEntity, placed: Placed): Promise<StoredRow> {
  if (childFields(entity).length > 0) {
    const [id = ''] = await insertRows(context, entity, [placed]);
    return readRow(context, entity, id);
  }
  const { rows } = await refuseDuplicates(entity, placed.values, () =>
    sql<StoredRow>`with made as (${insertion(context, entity, [placed])} returning *)
      select ${selection(entity, 'whole', context.session)} from made t ${where(visibility(entity, context.session))}`.execute(
      context.sql,
    ),
  );
  const [row] = rows;
  if (!row) throw refuse(refusals['row.missing']);
  return row;
}
