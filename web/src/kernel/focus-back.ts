import { buttonDebounceMs } from '@millwright/contract/constants';
import { useInsertionEffect } from 'react';

/**
 * Gives the focus back to what opened a dialog, drawer or form, once that has closed and nothing else took it
 * (WCAG 2.4.3). Insertion effects alone are left as they are when a kept page is hidden and shown again: the openers
 * are taken once per opening, and nothing is given back before it has really closed.
 */
export function useFocusBack(isOpen = true): void {
  useInsertionEffect(() => {
    if (!isOpen) return undefined;
    const places = placesOf(trail);
    return () => giveBack(places);
  }, [isOpen]);
}

/**
 * What had the focus before, oldest first. Not `document.activeElement`: a button that rests has lost the focus, and
 * the entry of a menu is gone, when what they opened stands.
 */
const trail: Element[] = [];
/** A menu and the button it belongs to, with some room. */
const KEPT = 8;

/** Where the focus may go, best first: the last opener, then what stands beside it, then the one before it. */
function placesOf(openers: readonly Element[]): readonly Element[] {
  return [...new Set(openers.toReversed().flatMap((one) => [one, ...beside(one)]))];
}

/** What follows in the same page, dialog or menu, such as the next row, then what stands before, the nearest first. */
function beside(one: Element): readonly Element[] {
  const around = one.closest('.page, [role=dialog], dialog, [role=menu], .ant-popover, nav');
  const all = [...(around?.querySelectorAll(FOCUSABLE) ?? [])];
  const follows = (other: Element) =>
    (one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
  return [...all.filter(follows), ...all.filter((other) => !follows(other)).toReversed()];
}

const FOCUSABLE = 'a[href], button, input, select, textarea, [tabindex]:not([tabindex="-1"])';

/**
 * Watches for a while, as the list may still come without the row whose button has the focus. What is done next ends
 * it: the focus is where that puts it.
 */
function giveBack(places: readonly Element[]): void {
  const begun = performance.now();
  const deeds = deedsSoFar;
  const next = (): void => {
    if (deeds !== deedsSoFar) return;
    const passed = performance.now() - begun;
    if (isFocusLost()) focusOneOf(places, passed < buttonDebounceMs + A_FEW_FRAMES_MS);
    if (passed < WATCH_MS) requestAnimationFrame(next);
  };
  requestAnimationFrame(next);
}

/** A button that was covered takes the focus when it has come to view, one that rests after its click when it is over. */
function focusOneOf(places: readonly Element[], isPatient: boolean): void {
  for (const place of places) {
    if (!(place instanceof HTMLElement) || !place.checkVisibility()) continue;
    place.focus({ preventScroll: true });
    if (isPatient || !isFocusLost()) return;
  }
}

const A_FEW_FRAMES_MS = 500;
const WATCH_MS = 5_000;

function isFocusLost(): boolean {
  return document.activeElement === null || document.activeElement === document.body;
}

/** How often somebody has pressed something. */
let deedsSoFar = 0;

function remember({ target }: FocusEvent): void {
  if (!(target instanceof Element)) return;
  trail.push(target);
  if (trail.length > KEPT) trail.shift();
}

/** Whoever presses beside everything that takes the focus has left what had it. */
function forget({ target }: PointerEvent): void {
  deedsSoFar += 1;
  const focusable = 'a, button, input, select, textarea, label, [tabindex]';
  if (target instanceof Element && !target.closest(focusable)) trail.length = 0;
}

if (typeof document !== 'undefined') {
  document.addEventListener('focusin', remember, true);
  document.addEventListener('pointerdown', forget, true);
  // A key that is held down is the one that closed it.
  document.addEventListener('keydown', ({ repeat }) => void (repeat || (deedsSoFar += 1)), true);
}
