import { api } from './api.ts';
import type { CallOptions } from './api.ts';

/** Reads a preference of the signed-in person (columns, favourites, theme); undefined when never set. */
export async function readPreference<T>(
  key: string,
  options: Pick<CallOptions, 'background'> = {},
): Promise<T | undefined> {
  try {
    const answer = await api.get<unknown>(
      `/api/user/info/preferences/${encodeURIComponent(key)}`,
      undefined,
      { quiet: true, ...options },
    );
    return unwrap(answer) as T | undefined;
  } catch {
    return undefined;
  }
}

/** Writes a preference (JSON up to 16 KB); a failure is not shown, the choice holds on this page. */
export async function writePreference(key: string, value: unknown): Promise<void> {
  try {
    await api.put(
      `/api/user/info/preferences/${encodeURIComponent(key)}`,
      { value },
      { quiet: true },
    );
  } catch {
    // Comfort only: the next change writes the whole value again.
  }
}

function unwrap(answer: unknown): unknown {
  if (answer === null || answer === undefined) return undefined;
  if (typeof answer === 'object' && 'value' in answer) return answer.value ?? undefined;
  return answer;
}
