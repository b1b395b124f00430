/** A value as its letters: numbers and words as they are, structures as JSON, nothing as an empty text. */
export function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value as string | number | boolean);
}
