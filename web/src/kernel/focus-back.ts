import { buttonDebounceMs } from '@millwright/contract/constants';
import { useEffect } from 'react';

/**
 * Gives the focus back to what opened a dialog, drawer or form, once that has closed and nothing else took it
 * (WCAG 2.4.3).
 */
export function useFocusBack(isOpen = true): void {
  useEffect(() => {
    if (!isOpen) return undefined;
    const openers = [...trail];
    return () => giveBack(openers);
  }, [isOpen]);
}

/**
 * What had the focus before, oldest first. Not `document.activeElement`: a button that rests has lost the focus, and
 * the entry of a menu is gone, when what they opened stands.
 */
const trail: Element[] = [];
/** A menu and the button it belongs to, with some room. */
const KEPT = 8;

/** A button that was covered takes the focus when it has come to view, one that rests after its click when it is over. */
function giveBack(openers: readonly Element[]): void {
  const opener = openers.findLast((one) => one.isConnected && one.checkVisibility());
  const until = performance.now() + buttonDebounceMs + A_FEW_FRAMES_MS;
  const next = (): void => {
    if (!(opener instanceof HTMLElement) || !isFocusLost()) return;
    opener.focus({ preventScroll: true });
    if (performance.now() < until) requestAnimationFrame(next);
  };
  next();
}

const A_FEW_FRAMES_MS = 500;

function isFocusLost(): boolean {
  return document.activeElement === null || document.activeElement === document.body;
}

function remember({ target }: FocusEvent): void {
  if (!(target instanceof Element)) return;
  trail.push(target);
  if (trail.length > KEPT) trail.shift();
}

/** Whoever presses beside everything that takes the focus has left what had it. */
function forget({ target }: PointerEvent): void {
  const focusable = 'a, button, input, select, textarea, label, [tabindex]';
  if (target instanceof Element && !target.closest(focusable)) trail.length = 0;
}

if (typeof document !== 'undefined') {
  document.addEventListener('focusin', remember, true);
  document.addEventListener('pointerdown', forget, true);
}
