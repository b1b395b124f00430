/** A value of a row as the word that stands on the screen; nothing, lists and objects are `none`. */
export function wordOf(value: unknown, none = ''): string {
  if (typeof value === 'string') return value;
  return typeof value === 'number' ? String(value) : none;
}
