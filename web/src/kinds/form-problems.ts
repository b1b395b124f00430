import { createContext, use } from 'react';

/** Sentences of a form's problems by the path of their field. */
export type FormProblems = ReadonlyMap<string, string>;

export const FormProblemsContext = createContext<FormProblems>(new Map());

/** The problems of the form that the field stands in. */
export function useFormProblems(): FormProblems {
  return use(FormProblemsContext);
}

/** The problem at the field whose input has this id: `form-3-shifts.0.name` → that of `shifts.0.name`. */
export function problemAt(problems: FormProblems, id: string): string | undefined {
  return problems.get(id.slice(id.indexOf(':') + 1));
}
