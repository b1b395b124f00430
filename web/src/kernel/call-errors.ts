import { kernelText } from '../locales/kernel.ts';
import { ask } from './confirm.ts';
import { keepDirtyForms } from './dirty.ts';
import { say, t } from './language.tsx';
import { showLock } from './lock.ts';
import { NO_ANSWER, problemLines } from './refusal.ts';
import type { FieldProblem, Refusal } from './refusal.ts';
import { resetSession } from './session-store.ts';
import { showToast } from './toast.ts';

/** Shows a refused call as the error catalogue says; `quiet` leaves out toasts only. */
export function handleRefusal(
  refusal: Refusal,
  options: { quiet?: boolean; form?: FormTells },
): void {
  if (refusal.code === 402 || refusal.code === 408) {
    void sayExpired(refusal.code === 408 ? refusal.message : '');
    return;
  }
  if (refusal.code === 423) showLock();
  if (options.quiet) return;
  if (refusal.errors.length === 0) return showToast('error', refusalLines(refusal));
  const untold = untoldBy(options.form, refusal.errors);
  if (untold.length > 0) showToast('error', problemLines(untold));
}

/** Which problems a form shows itself: all, or those at its fields and inside them. */
export type FormTells = true | readonly string[];

/** The problems that no form shows, such as those of a field that it does not have. */
export function untoldBy(
  form: FormTells | undefined,
  problems: readonly FieldProblem[],
): readonly FieldProblem[] {
  if (form === true) return [];
  const told = new Set(form);
  return problems.filter(({ field }) => !told.has(field.split('.')[0] ?? ''));
}

/** What the toast of a refusal says, line by line. */
export function refusalLines(refusal: Refusal): string[] {
  if (refusal.errors.length > 0) return problemLines(refusal.errors);
  const text = refusal.message === '' ? t(kernelText.error) : refusal.message;
  const numbered = refusal.code === 500 && refusal.requestId && !text.includes(refusal.requestId);
  return numbered ? [text, say(kernelText.requestNumber, { id: refusal.requestId ?? '' })] : [text];
}

/** Whether a refusal means that no answer came (so that reads may be tried again). */
export function isNetworkFailure(error: unknown): boolean {
  const code = (error as Partial<Refusal> | null)?.code;
  return code === NO_ANSWER.network || code === NO_ANSWER.timeout;
}

let expiredOpen = false;

/** One box, however many calls fail at once; both answers reset the token and reload the page. */
async function sayExpired(reason: string): Promise<void> {
  if (expiredOpen) return;
  expiredOpen = true;
  await ask({
    title: t(kernelText.systemPrompt),
    text: reason
      ? `${t(kernelText.expired)}${t({ zh: '（', en: ' (' })}${reason}${t({ zh: '）', en: ')' })}`
      : t(kernelText.expired),
    confirm: t(kernelText.logInAgain),
    cancel: t(kernelText.cancel),
  });
  keepDirtyForms();
  resetSession();
  location.reload();
}
