import { toastMs } from '@millwright/contract/constants';
import { kernelText } from '../locales/kernel.ts';
import { say } from './language.tsx';
import { createStore } from './store.ts';

export type ToastKind = 'error' | 'success' | 'info';

/** A short message at the top of the window. */
export interface Toast {
  readonly id: number;
  readonly kind: ToastKind;
  readonly lines: readonly string[];
}

/** The toasts on screen, oldest first. */
export const toasts = createStore<readonly Toast[]>([]);

/** Shows a message for five seconds (or `ms`); an equal one on screen is not shown twice. */
export function showToast(
  kind: ToastKind,
  message: string | readonly string[],
  ms = toastMs,
): void {
  const lines = shortened(typeof message === 'string' ? [message] : message);
  const same = toasts
    .get()
    .find((toast) => toast.kind === kind && toast.lines.join() === lines.join());
  if (same) return;
  const id = ++lastId;
  toasts.set((all) => [...all.slice(-4), { id, kind, lines }]);
  setTimeout(() => dropToast(id), ms);
}

/** A toast does not scroll: what goes beyond its height is counted. */
const MOST_LINES = 9;

function shortened(lines: readonly string[]): readonly string[] {
  if (lines.length <= MOST_LINES) return lines;
  const told = lines.slice(0, MOST_LINES - 1);
  return [...told, say(kernelText.moreLines, { n: lines.length - told.length })];
}

/** Takes one toast away. */
export function dropToast(id: number): void {
  toasts.set((all) => all.filter((toast) => toast.id !== id));
}

let lastId = 0;
