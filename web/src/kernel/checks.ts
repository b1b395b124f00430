import { password as limits } from '@millwright/contract/constants';
import type { Text } from '@millwright/contract/kernel/text';
import { profileText as text } from '../locales/profile.ts';

/** Whether a text looks like an address to elsewhere (http, https, mailto, tel). */
export function isUrlLike(value: string): boolean {
  return /^(https?:|mailto:|tel:)/.test(value);
}

/** Whether a text is a mainland mobile number: starts with 1, second digit 2–9, 11 digits. */
export function isMobileNumber(value: string): boolean {
  return /^1[2-9]\d{9}$/.test(value);
}

/** Whether a text is a number, thousands commas and decimals allowed. */
export function isNumeric(value: string): boolean {
  return /^-?(\d+|\d{1,3}(,\d{3})+)(\.\d+)?$/.test(value);
}

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

/** The problems of a password change, at their fields; an empty object means that it may be sent. */
export function passwordProblems(draft: PasswordDraft): Partial<Record<keyof PasswordDraft, Text>> {
  const problems: Partial<Record<keyof PasswordDraft, Text>> = {};
  if (draft.passwordOld === '') problems.passwordOld = text.oldEmpty;
  const wrong = newPasswordProblem(draft.passwordNew);
  if (wrong) problems.passwordNew = wrong;
  if (draft.passwordRepeat === '') problems.passwordRepeat = text.repeatEmpty;
  else if (draft.passwordRepeat !== draft.passwordNew) problems.passwordRepeat = text.mismatch;
  return problems;
}

/** Why a new password cannot be taken, or undefined. */
export function newPasswordProblem(value: string): Text | undefined {
  if (value === '') return text.newEmpty;
  if (value.length < limits.min) return text.tooShort;
  return value.length > limits.max ? text.length : undefined;
}
