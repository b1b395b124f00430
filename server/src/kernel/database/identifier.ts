/**
 * A table's or column's name as SQL text, in quotes where it is a word of the language (`group`, `system_user`).
 * Throws a `TypeError` on anything but small letters, digits and underscores.
 */
export function identifier(name: string): string {
  if (!/^[a-z_][a-z0-9_]*$/.test(name))
    throw new TypeError(`Not a name of a table or column: ${name}`);
  return RESERVED.has(name) ? `"${name}"` : name;
}

/** Reserved words of PostgreSQL 15 to 18 that a field or table may be called by. */
const RESERVED = new Set(
  (
    'all analyse analyze and any array as asc authorization between binary both case cast check collate column ' +
    'constraint create cross current_date current_role current_time current_user default desc distinct do else end ' +
    'except false fetch for foreign from full grant group having in inner intersect into is join leading left like ' +
    'limit localtime natural not null offset on only or order outer placing primary references returning right ' +
    'select session_user similar some symmetric system_user table then to trailing true union unique user using ' +
    'variadic verbose when where window with'
  ).split(' '),
);
