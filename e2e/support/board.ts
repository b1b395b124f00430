import type { APIRequestContext } from '@playwright/test';
import { type Credentials, make } from './person.ts';

/** A board as its calls answer it. */
export interface Board {
  readonly id: string;
  readonly revision: number;
  readonly siteId: string;
  readonly boardCode: string;
  readonly lastCommandState: string | null;
}

export const KANBANS = '/api/system/kanbans';

/** A board of its own, so that no other journey disturbs it. */
export async function makeBoard(
  request: APIRequestContext,
  person: Credentials,
  boardCode: string,
  more: Record<string, unknown> = {},
): Promise<Board> {
  return make<Board>(request, person, KANBANS, {
    boardCode,
    boardName: '展厅看板',
    pages: [
      { page: 'plan', seconds: 600 },
      { page: 'andon', seconds: 600 },
    ],
    ...more,
  });
}

export async function tokenOf(
  request: APIRequestContext,
  person: Credentials,
  { id, revision }: Board,
): Promise<string> {
  const path = `${KANBANS}/${id}/actions/renewToken`;
  const { screenToken } = await make<{ screenToken: string }>(request, person, path, { revision });
  return screenToken;
}
