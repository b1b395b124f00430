import type { AnyFields } from '@millwright/contract/kernel/field';
import { useState } from 'react';
import type { FieldProblem } from '../kernel/refusal.ts';
import { useWork } from '../kernel/work.ts';
import { fieldProblems } from './form-draft.ts';
import type { Values } from './form-draft.ts';
import { untouched } from './standing-problems.ts';

/** What a dialog asks for by fields: the answers so far, what is wrong with them, and how they are sent. */
export function useAsked(start: Values | (() => Values)) {
  const [values, setValues] = useState<Values>(start);
  const [wrong, setWrong] = useState<readonly FieldProblem[]>([]);
  const [sent, setSent] = useState<Values>({});
  const { busy, problems, run } = useWork();
  return {
    values,
    change: (name: string, value: unknown) => setValues((old) => ({ ...old, [name]: value })),
    problems: untouched(wrong.length > 0 ? wrong : problems, sent, values),
    busy,
    /** Judges the answers by their fields; sends them when nothing is wrong. */
    send: async (fields: AnyFields, answers: Values, work: () => Promise<void>): Promise<void> => {
      const found = fieldProblems(fields, answers);
      setWrong(found);
      setSent(values);
      if (found.length === 0) await run(work);
    },
  };
}
