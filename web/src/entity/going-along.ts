import type { AnyEntity } from '@millwright/contract/kernel/entity';
import { entities } from '@millwright/contract/registry';
import { say, t } from '../kernel/language.tsx';
import { passRefusal } from '../kernel/refusal.ts';
import { entityText } from '../locales/entity.ts';
import type { EntityRow } from './entity-row.ts';
import { nameOf } from './entity-words.ts';
import { fetchList } from './use-list.ts';

/** Rows that cannot be without another row, by the field that names it. */
export interface Belonging {
  readonly entity: AnyEntity;
  readonly field: string;
}

/** What belongs to the rows of an entity and is deleted with them; a row that is only hidden keeps what it has. */
export function belongingTo(entity: AnyEntity): Belonging[] {
  if (entity.removal === 'soft') return [];
  return entities.flatMap((from) =>
    Object.entries(from.fields)
      .filter(([, field]) => {
        const { target, cascade } = field as { target?: string; cascade?: boolean };
        return cascade === true && target === entity.name && field.filter;
      })
      .map(([field]) => ({ entity: from, field })),
  );
}

/** A sentence about what goes with rows, in numbers: "line calendar (3) goes as well"; empty when nothing does. */
export async function goingAlong(entity: AnyEntity, rows: readonly EntityRow[]): Promise<string> {
  const ids = rows.map(({ id }) => id).join(',');
  const counted = await Promise.all(
    belongingTo(entity).map(async (one) => {
      const query = { page: 1, limit: 1, params: { [one.field]: ids } };
      const total = (await fetchList(one.entity, query).catch(passRefusal))?.total ?? 0;
      return { name: t(nameOf(one.entity)), total };
    }),
  );
  const told = counted.filter(({ total }) => total > 0);
  if (told.length === 0) return '';
  const list = told
    .map(({ name, total }) => say(entityText.counted, { name, n: total }))
    .join(t(entityText.comma));
  return say(entityText.removeAlong, { list });
}
