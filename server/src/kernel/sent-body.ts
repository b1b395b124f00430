import { refusals } from '@millwright/contract/kernel/errors';
import { refuse } from './refuse.ts';

/** A JSON object as a body; anything else is refused. */
export function objectOf(body: unknown): Record<string, unknown> {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw refuse(refusals['call.invalid'], { detail: 'body' });
  }
  return body as Record<string, unknown>;
}

/** Up to 200 ids, comma-separated. */
export function idsOf(typed: string): string[] {
  const ids = typed.split(',').filter(Boolean);
  if (ids.length === 0 || ids.length > 200)
    throw refuse(refusals['call.invalid'], { detail: 'ids' });
  if (ids.some((id) => !/^[1-9]\d{0,17}$/.test(id))) throw refuse(refusals['row.missing']);
  return ids;
}
