import type { AnyEntity } from '@millwright/contract/kernel/entity';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { ask } from '../kernel/confirm.ts';
import { say, t } from '../kernel/language.tsx';
import { handleRefusal } from '../kernel/call-errors.ts';
import { later } from '../kernel/later.tsx';
import { passRefusal, Refusal } from '../kernel/refusal.ts';
import { entityText } from '../locales/entity.ts';
import type { EntityRow } from './entity-row.ts';
import { nameOf } from './entity-words.ts';
import { goingAlong } from './going-along.ts';
import { calledOf, enabledOf } from './row-acts.ts';
import { tellRefused } from './tell-batch.ts';
import { useAct } from './use-act.ts';

const ActionDialog = later(async () => ({
  default: (await import('./action-dialog.tsx')).ActionDialog,
}));

export interface ActionsOptions {
  /** Refusals after which the person is asked for a reason and the action is tried again. */
  readonly reasonOn?: readonly string[] | undefined;
  readonly onEdit?: (row: EntityRow) => void | Promise<void>;
  /** The row that an action answered (a copy has another id). */
  readonly onDone?: (row: EntityRow, action: string) => void;
  readonly onRemoved?: (ids: readonly string[]) => void;
}

/** Doing things to rows as people see it: questions first, dialogs for reasons and fields, results. */
export interface Actions {
  /** Answers false where nothing was done, or not yet. */
  readonly run: (name: string, rows: readonly EntityRow[]) => Promise<boolean | void>;
  /** Draws the dialog; stands once on the page. */
  readonly dialog: ReactNode;
}

interface Asking {
  readonly name: string;
  readonly rows: readonly EntityRow[];
  readonly withReason: boolean;
  readonly why?: string;
  /** Told once whether it was done. */
  readonly settle: (isDone: boolean) => void;
}

export function useActions(entity: AnyEntity, options: ActionsOptions): Actions {
  const acts = useAct(entity);
  const [asking, setAsking] = useState<Asking>();
  const askWhy = (asked: Omit<Asking, 'settle'>) =>
    new Promise<boolean>((settle) => setAsking({ ...asked, settle }));
  const step = async (name: string, row: EntityRow): Promise<boolean> => {
    try {
      // Not inside the call: without anybody to tell, its arguments would not be evaluated.
      const done = await acts.act(row, name, {}, { quiet: true });
      options.onDone?.(done, name);
      return true;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const wantsReason = [...(options.reasonOn ?? []), 'row.reason'].includes(error.key ?? '');
      if (wantsReason) return askWhy({ name, rows: [row], withReason: true, why: error.message });
      handleRefusal(error, {});
      return false;
    }
  };
  const run: Actions['run'] = async (name, rows) => {
    const [row] = rows;
    if (!row) return false;
    if (name === 'edit') return options.onEdit?.(row);
    if (name === 'remove') return removeRows(entity, acts, rows, options);
    const action = entity.actions[name];
    if (action?.reason || action?.fields)
      return askWhy({ name, rows, withReason: action.reason ?? false });
    if (rows.length > 1) return runBatch(entity, acts, name, rows);
    if (
      action?.confirm &&
      !(await confirmed(
        say(action.confirm, { name: calledOf(entity, row) }),
        t(action.label),
        action.danger,
      ))
    )
      return false;
    return step(name, row);
  };
  const dialog = asking && (
    <ActionDialog
      key={`${asking.rows.map(({ id }) => id).join(',')}:${asking.name}`}
      entity={entity}
      {...asking}
      acts={acts}
      onClose={() => {
        asking.settle(false);
        setAsking(undefined);
      }}
      onDone={(row) => {
        asking.settle(true);
        if (row) options.onDone?.(row, asking.name);
      }}
    />
  );
  return { run, dialog };
}

async function removeRows(
  entity: AnyEntity,
  acts: ReturnType<typeof useAct>,
  rows: readonly EntityRow[],
  options: ActionsOptions,
): Promise<boolean> {
  const [row] = rows;
  if (!row) return false;
  const question =
    rows.length === 1
      ? say(entityText.removeOne, { entity: nameOf(entity), name: calledOf(entity, row) })
      : say(entityText.removeMany, { entity: nameOf(entity), n: rows.length });
  const along = await goingAlong(entity, rows);
  const text = [question, along].filter(Boolean).join('\n');
  if (!(await confirmed(text, t(entityText.remove), true))) return false;
  const ids = rows.map((one) => one.id);
  try {
    await acts.remove(ids);
    options.onRemoved?.(ids);
    return true;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const enabled = error.key === 'row.inUse' ? enabledOf(entity, rows) : [];
    if (enabled.length > 0) return disableInstead(acts, enabled, error.message);
    handleRefusal(error, {});
    return false;
  }
}

/** What is still pointed at cannot go; the refusal has said so, and one press takes it out of use instead. */
async function disableInstead(
  acts: ReturnType<typeof useAct>,
  rows: readonly EntityRow[],
  reason: string,
): Promise<boolean> {
  const text = rows.length === 1 ? reason : say(entityText.disableMany, { reason, n: rows.length });
  if (!(await confirmed(text, t(entityText.disableInstead)))) return false;
  await acts.disable(rows).catch(passRefusal);
  return true;
}

/** Each row on its own, after a question. */
async function runBatch(
  entity: AnyEntity,
  acts: ReturnType<typeof useAct>,
  name: string,
  rows: readonly EntityRow[],
): Promise<boolean> {
  const action = entity.actions[name];
  const label = action ? t(action.label) : name;
  if (
    !(await confirmed(
      say(entityText.batchAsk, { n: rows.length, action: label }),
      label,
      action?.danger,
    ))
  )
    return false;
  const ids = rows.map(({ id }) => id);
  const answer = await acts.batch(ids, name).catch(passRefusal);
  tellRefused(entity, label, rows, answer);
  return (answer?.ok ?? 0) > 0;
}

function confirmed(text: string, verb: string, danger = false): Promise<boolean> {
  return ask({
    title: t(entityText.question),
    text,
    confirm: verb,
    cancel: t(entityText.cancel),
    danger,
  });
}
