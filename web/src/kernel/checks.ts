import { password as limits } from '@millwright/contract/constants';
import type { Text, TextArgs } from '@millwright/contract/kernel/text';
import { passwordRefusals } from '@millwright/contract/system/refusals';

/** The username check of the helpers: admin and editor. */
export function isKnownUsername(value: string): boolean {
  return ['admin', 'editor'].includes(value.trim());
}

/** What is typed to change a password. */
export interface PasswordDraft {
  readonly passwordOld: string;
  readonly passwordNew: string;
  readonly passwordRepeat: string;
}

/** Why a field of a password change cannot stay as it is: the server's own sentence. */
export interface PasswordProblem {
  readonly text: Text;
  readonly args: TextArgs;
}

/**
 * The problems of a password change, at their fields; an empty object means that it may be sent. `min` is the length
 * that the company asks for.
 */
export function passwordProblems(
  draft: PasswordDraft,
  min: number = limits.min,
): Partial<Record<keyof PasswordDraft, PasswordProblem>> {
  const problems: Partial<Record<keyof PasswordDraft, PasswordProblem>> = {};
  if (draft.passwordOld === '') problems.passwordOld = because('password.oldMissing');
  const wrong = newPasswordProblem(draft.passwordNew, min);
  if (wrong) problems.passwordNew = wrong;
  if (draft.passwordRepeat === '') problems.passwordRepeat = because('password.repeatMissing');
  else if (draft.passwordRepeat !== draft.passwordNew)
    problems.passwordRepeat = because('password.mismatch');
  return problems;
}

/** Why a new password cannot be taken, or undefined. */
export function newPasswordProblem(
  value: string,
  min: number = limits.min,
): PasswordProblem | undefined {
  const length = Array.from(value).length;
  if (length === 0) return because('password.newMissing');
  if (length < min) return because('password.tooShort', { n: min });
  return length > limits.max ? because('password.length', { min, max: limits.max }) : undefined;
}

function because(key: keyof typeof passwordRefusals, args: TextArgs = {}): PasswordProblem {
  return { text: passwordRefusals[key].text, args };
}
