/** What a client sent as a word: text or number as text, anything else as no text at all. */
export function sentText(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}
