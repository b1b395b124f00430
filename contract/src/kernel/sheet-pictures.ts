import type { AnyEntity } from './entity.ts';
import type { AnyField } from './field.ts';

/** Fields whose pictures an export shows where it is asked for them: those of the list, else all that there are. */
export function pictureFields(entity: AnyEntity): [string, AnyField][] {
  const all = Object.entries(entity.fields).filter(([, field]) => field.kind.name === 'image');
  const listed = all.filter(([, field]) => field.list);
  return listed.length > 0 ? listed : all;
}

/** Rows of an export with pictures at most: each picture is made small enough for its cell. */
export const MOST_PICTURED_ROWS = 1000;
