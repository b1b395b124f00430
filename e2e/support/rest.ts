import type { Locator } from '@playwright/test';

/**
 * Watches a button from inside the page, since a busy machine may look too late: gives what waits until it can be
 * pressed again after its next click and says how many milliseconds that took.
 */
export async function watchRest(button: Locator): Promise<() => Promise<number>> {
  const rest = await button.evaluateHandle((element: HTMLButtonElement) => {
    const ended = new Promise<number>((resolve) => {
      let from = 0;
      element.addEventListener('click', () => (from = performance.now()), { once: true });
      new MutationObserver(() => {
        if (!element.disabled) resolve(performance.now() - from);
      }).observe(element, { attributes: true, attributeFilter: ['disabled'] });
    });
    return { ended };
  });
  return () => rest.evaluate(({ ended }) => ended);
}
