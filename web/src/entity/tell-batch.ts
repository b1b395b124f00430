import type { AnyEntity } from '@millwright/contract/kernel/entity';
import { say } from '../kernel/language.tsx';
import { showToast } from '../kernel/toast.ts';
import { entityText } from '../locales/entity.ts';
import type { EntityRow } from './entity-row.ts';
import { calledOf } from './row-acts.ts';
import type { BatchAnswer } from './use-act.ts';

/** Says which rows of a batch were refused, each with its reason; nothing where all went well. */
export function tellRefused(
  entity: AnyEntity,
  action: string,
  rows: readonly EntityRow[],
  answer: BatchAnswer | undefined,
): void {
  if (!answer || answer.failed === 0) return;
  const names = new Map(rows.map((row) => [row.id, calledOf(entity, row)]));
  const lines = answer.rows
    .filter((row) => !row.ok)
    .map((row) => `${names.get(row.id) ?? row.id}: ${row.msg ?? ''}`);
  const { ok, failed } = answer;
  showToast('error', [say(entityText.batchResult, { action, ok, failed }), ...lines]);
}
