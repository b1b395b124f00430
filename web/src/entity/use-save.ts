import { callsOf, fillPath } from '@millwright/contract/kernel/calls';
import type { AnyEntity } from '@millwright/contract/kernel/entity';
import type { AnyField } from '@millwright/contract/kernel/field';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo, useRef, useState } from 'react';
import { api } from '../kernel/api.ts';
import { Refusal } from '../kernel/refusal.ts';
import type { FieldProblem } from '../kernel/refusal.ts';
import type { EntityRow } from './entity-row.ts';
import { changes, fieldProblems, isChanged, newDraft, problemsOf, startOf } from './form-draft.ts';
import type { Values } from './form-draft.ts';
import { merged } from './conflict.ts';
import { keyOf } from './query-key.ts';
import { stillWrong, untouched } from './standing-problems.ts';
import { uniqueKey } from '../kernel/unique-key.ts';

/** A form as its views draw it. */
export interface Form {
  readonly entity: AnyEntity;
  /** The row that is changed; undefined in a form for a new one. */
  readonly row: EntityRow | undefined;
  readonly start: Values;
  readonly values: Values;
  readonly dirty: boolean;
  readonly saving: boolean;
  /** What was told wrong at the last try and is wrong still. */
  readonly problems: readonly FieldProblem[];
  /** All that was told at the last try; the focus goes to the first of them. */
  readonly told: readonly FieldProblem[];
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
  /** Asks which site a new row is for; absent = it is known. */
  readonly site?: AnyField | undefined;
}

/** A form for a new or a changed row, without any view. One `Idempotency-Key` per opened form. */
export function useSave(entity: AnyEntity, options: FormOptions): Form {
  const client = useQueryClient();
  const key = useMemo(() => uniqueKey(), []);
  const draft = useDraft(entity, options);
  const { row, start, values } = draft;
  // The keys reach a form whose button rests already.
  const sending = useRef(false);
  const [saving, setSaving] = useState(false);
  const [refused, setRefused] = useState<Refused>(NOT_REFUSED);
  const judge = () => [...siteProblems(options.site, values), ...problemsOf(entity, values, row)];
  const save = async (reason?: string): Promise<EntityRow | undefined> => {
    if (sending.current) return undefined;
    const told = judge();
    setRefused((old) => ({ ...old, told, sent: undefined }));
    if (told.length > 0) return undefined;
    sending.current = true;
    setSaving(true);
    try {
      const saved = await send(entity, row, start, values, key, reason);
      setRefused(NOT_REFUSED);
      await client.invalidateQueries({ queryKey: keyOf(entity) });
      return saved;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      setRefused((old) => ({ ...old, ...refusedBy(error), sent: values }));
      return undefined;
    } finally {
      sending.current = false;
      setSaving(false);
    }
  };
  const settle = (chosen: Values): void => {
    if (!refused.theirs) return;
    draft.goOnFrom(refused.theirs, chosen);
    setRefused((old) => ({ ...old, theirs: undefined }));
  };
  return {
    ...draft,
    ...refused,
    problems: problemsLeft(refused, values, judge),
    entity,
    saving,
    save,
    settle,
    keepEditing: () => setRefused((old) => ({ ...old, wantsReason: false })),
  };
}

/** Nothing where the site is known. */
function siteProblems(site: AnyField | undefined, { siteId }: Values): FieldProblem[] {
  return site ? fieldProblems({ siteId: site }, siteId === undefined ? {} : { siteId }) : [];
}

/** What is typed, and what it began with. */
function useDraft(entity: AnyEntity, options: FormOptions) {
  const [row, setRow] = useState(options.row);
  const [start, setStart] = useState<Values>(() => ({
    ...startOf(entity, options.row),
    ...options.initial,
  }));
  const [values, setValues] = useState<Values>(start);
  // The same one as long as the form stands, so that fields which were not touched are not drawn anew.
  const set = useCallback(
    (name: string, value: unknown) => setValues((old) => ({ ...old, [name]: value })),
    [],
  );
  return {
    row,
    start,
    values,
    dirty: isChanged(entity, start, values),
    set,
    put: (next: Values) => setValues(next),
    /** The row has become another one; `next` are the values that are kept on top of it. */
    goOnFrom: (current: EntityRow, next: Values) => {
      setStart(startOf(entity, current));
      setRow(current);
      setValues(next);
    },
  };
}

interface Refused extends Pick<Form, 'told' | 'theirs' | 'staleMessage' | 'wantsReason'> {
  /** What the server refused; absent = nothing was sent, the form itself found something. */
  readonly sent?: Values | undefined;
}

const NOT_REFUSED: Refused = {
  told: [],
  theirs: undefined,
  staleMessage: '',
  wantsReason: false,
};

function problemsLeft(
  { told, sent }: Refused,
  values: Values,
  judge: () => FieldProblem[],
): readonly FieldProblem[] {
  if (told.length === 0) return told;
  return sent ? untouched(told, sent, values) : stillWrong(told, judge());
}

function refusedBy(refusal: Refusal): Partial<Refused> {
  const current = refusal.data['current'] as EntityRow | undefined;
  const wantsReason = refusal.key === 'row.reason';
  return {
    // The form has no field for the reason: the dialog asks for it.
    told: refusal.marks.filter(({ field }) => !wantsReason || field !== 'reason'),
    wantsReason,
    ...(refusal.key === 'row.stale' && current
      ? { theirs: current, staleMessage: refusal.message }
      : {}),
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
  const options = { form: true as const, idempotencyKey: key };
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
