import { callsOf, fillPath } from '@millwright/contract/kernel/calls';
import type { AnyEntity } from '@millwright/contract/kernel/entity';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { api } from '../kernel/api.ts';
import { Refusal } from '../kernel/refusal.ts';
import type { FieldProblem } from '../kernel/refusal.ts';
import type { EntityRow } from './entity-row.ts';
import { changes, isChanged, newDraft, problemsOf, startOf } from './form-draft.ts';
import type { Values } from './form-draft.ts';
import { merged } from './conflict.ts';
import { keyOf } from './query-key.ts';

/** A form as its views draw it. */
export interface Form {
  readonly entity: AnyEntity;
  /** The row that is changed; undefined in a form for a new one. */
  readonly row: EntityRow | undefined;
  readonly start: Values;
  readonly values: Values;
  readonly dirty: boolean;
  readonly saving: boolean;
  readonly problems: readonly FieldProblem[];
  /** The row as somebody else left it while this form was open. */
  readonly theirs: EntityRow | undefined;
  readonly staleMessage: string;
  /** The server asks why this change is made. */
  readonly wantsReason: boolean;
  readonly set: (name: string, value: unknown) => void;
  readonly put: (values: Values) => void;
  /** The saved row, or undefined when something has to be corrected first; `reason` says why it was changed. */
  readonly save: (reason?: string) => Promise<EntityRow | undefined>;
  /** Back to the form without giving a reason. */
  readonly keepEditing: () => void;
  /** Goes on from the row as it is now; `values` are what was chosen of yours and theirs. */
  readonly settle: (values: Values) => void;
}

export interface FormOptions {
  readonly row?: EntityRow | undefined;
  /** Values of a new row, such as those of the row that is copied. */
  readonly initial?: Values | undefined;
}

/** A form for a new or a changed row, without any view. One `Idempotency-Key` per opened form. */
export function useSave(entity: AnyEntity, options: FormOptions): Form {
  const client = useQueryClient();
  const key = useMemo(() => crypto.randomUUID(), []);
  const [base, setBase] = useState(options.row);
  const [start, setStart] = useState<Values>(() => ({
    ...startOf(entity, options.row),
    ...options.initial,
  }));
  const [values, setValues] = useState<Values>(start);
  const [problems, setProblems] = useState<readonly FieldProblem[]>([]);
  const [saving, setSaving] = useState(false);
  const [wantsReason, setWantsReason] = useState(false);
  const [stale, setStale] = useState<{ theirs: EntityRow; message: string }>();
  const refused = (error: unknown): void => {
    if (!(error instanceof Refusal)) throw error;
    const current = error.data['current'] as EntityRow | undefined;
    if (error.key === 'row.stale' && current) setStale({ theirs: current, message: error.message });
    setWantsReason(error.key === 'row.reason');
    setProblems(error.marks);
  };
  const save = async (reason?: string): Promise<EntityRow | undefined> => {
    const found = problemsOf(entity, values, base);
    setProblems(found);
    if (found.length > 0) return undefined;
    setSaving(true);
    try {
      const saved = await send(entity, base, start, values, key, reason);
      setWantsReason(false);
      await client.invalidateQueries({ queryKey: keyOf(entity) });
      return saved;
    } catch (error) {
      refused(error);
      return undefined;
    } finally {
      setSaving(false);
    }
  };
  const settle = (chosen: Values): void => {
    if (!stale) return;
    setStart(startOf(entity, stale.theirs));
    setBase(stale.theirs);
    setValues(chosen);
    setStale(undefined);
  };
  return {
    entity,
    row: base,
    start,
    values,
    saving,
    problems,
    save,
    settle,
    wantsReason,
    keepEditing: () => setWantsReason(false),
    dirty: isChanged(entity, start, values),
    theirs: stale?.theirs,
    staleMessage: stale?.message ?? '',
    set: (name, value) => setValues((old) => ({ ...old, [name]: value })),
    put: setValues,
  };
}

/** What a form holds once the changes of the other person are taken in. */
export function mergedValues(form: Form): Values {
  return form.theirs ? merged(form.start, form.values, form.theirs) : form.values;
}

function send(
  entity: AnyEntity,
  row: EntityRow | undefined,
  start: Values,
  values: Values,
  key: string,
  reason?: string,
): Promise<EntityRow> {
  const calls = callsOf(entity);
  const options = { form: true, idempotencyKey: key };
  if (!row) return api.post<EntityRow>(calls.create.path, newDraft(entity, values), options);
  const change = {
    ...changes(entity, start, values),
    revision: row.revision,
    ...(reason ? { reason } : {}),
  };
  // Calls whose path the specification fixes may carry the id in the body alone.
  const body = calls.update.path.includes(':id') ? change : { id: row.id, ...change };
  return api.put<EntityRow>(fillPath(calls.update.path, { id: row.id }), body, { form: true });
}
