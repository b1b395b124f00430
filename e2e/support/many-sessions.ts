import { expect, request } from '@playwright/test';
import type { FullConfig } from '@playwright/test';
import { call, credentialsOf } from './person.ts';

/**
 * Runs once before all journeys: many of them are signed in as the same person at a time, and the oldest session ends
 * where there are more than the setting allows.
 */
export default async function manySessions(config: FullConfig): Promise<void> {
  const calls = await request.newContext({ baseURL: config.projects[0]?.use.baseURL ?? '' });
  const admin = await credentialsOf(calls, 'admin');
  const path = '/api/system/settings/session.maxPerUser';
  expect(await call(calls, admin, 'PUT', path, { value: '20' })).toMatchObject({ code: 0 });
  await calls.dispose();
}
