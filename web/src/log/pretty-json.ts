/** A logged text as it is read best: JSON with its lines apart; anything else, or JSON cut at its limit, as it stands. */
export function prettyJson(logged: unknown): string {
  if (logged === null || logged === undefined || logged === '') return '';
  if (typeof logged !== 'string') return JSON.stringify(logged, null, 2);
  try {
    return JSON.stringify(JSON.parse(logged), null, 2);
  } catch {
    return logged;
  }
}
