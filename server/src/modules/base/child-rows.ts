/** A child row as a client sent it; nothing about it is judged yet. */
export type SentRow = Record<string, unknown> & { id?: string | null };

/** Child rows of a draft when they are a list of objects; null otherwise, and the store says what is wrong. */
export function rowsIn(draft: Readonly<Record<string, unknown>>, name: string): SentRow[] | null {
  const sent = draft[name];
  if (!Array.isArray(sent)) return null;
  return sent.every((row) => typeof row === 'object' && row !== null && !Array.isArray(row))
    ? (sent as SentRow[])
    : null;
}

/** An id that a body names; anything but a text is none. */
export function idIn(body: Readonly<Record<string, unknown>>, name: string): string {
  const sent = body[name];
  return typeof sent === 'string' ? sent : '';
}

/** A list of child rows as new ones: without ids and the names shown beside references. Other values stay. */
export function withoutIds(value: unknown): unknown {
  if (!Array.isArray(value)) return value;
  return value.map((child: unknown) => {
    if (typeof child !== 'object' || child === null) return child;
    const { id: _id, shown: _shown, ...rest } = child as SentRow;
    return rest;
  });
}
