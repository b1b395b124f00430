import { test as plain } from '@playwright/test';
import { endSessions } from './person.ts';

export { expect } from '@playwright/test';

/**
 * A journey, which signs everybody out again whom it signed in: journeys share the people of the demo, and of more
 * sessions than one person may have the oldest would end under a journey that still needs it.
 */
export const test = plain.extend<{ signedOut: void }>({
  signedOut: [
    async ({ baseURL }, use) => {
      await use();
      await endSessions(baseURL ?? '');
    },
    { auto: true },
  ],
});
