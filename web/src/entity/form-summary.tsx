import { say, t } from '../kernel/language.tsx';
import { problemLines } from '../kernel/refusal.ts';
import type { FieldProblem } from '../kernel/refusal.ts';
import { entityText } from '../locales/entity.ts';
import './form-summary.css';

/** All problems of a form on top of it, one line each: `label: message`; a click leads to the field. */
export function FormSummary({
  formId,
  problems,
}: {
  formId: string;
  problems: readonly FieldProblem[];
}) {
  if (problems.length === 0) return null;
  const lines = problemLines(problems);
  return (
    <div className="form-summary" role="alert">
      <strong>{say(entityText.correct, { n: problems.length })}</strong>
      <ul aria-label={t(entityText.details)}>
        {problems.map((problem, index) => (
          <li key={`${problem.field}:${problem.message}`}>
            <button type="button" onClick={() => focusProblem(formId, [problem])}>
              {lines[index]}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Puts the focus into the field of the first problem. */
export function focusProblem(formId: string, problems: readonly FieldProblem[]): void {
  const [first] = problems;
  if (!first) return;
  const field =
    document.getElementById(`${formId}:${first.field}`) ??
    document.getElementById(`${formId}:${first.field.split('.')[0] ?? ''}`);
  field?.focus();
  field?.scrollIntoView({ block: 'center' });
}
