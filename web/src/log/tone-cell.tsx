import type { AnyEntity } from '@millwright/contract/kernel/entity';
import { fieldOf } from '@millwright/contract/kernel/entity';
import type { EntityRow } from '../entity/entity-row.ts';
import { textOf } from '@millwright/contract/kernel/text';
import { viewOf } from '../kinds/kind-views.ts';

/** The cell of a choice whose bad and doubtful values stand in their colour. */
export function toneCell(
  entity: AnyEntity,
  name: string,
  tones: Readonly<Record<string, 'bad' | 'warn'>>,
) {
  const field = fieldOf(entity, name);
  const { Cell } = viewOf(field);
  return (row: EntityRow) => {
    const tone = tones[textOf(row[name] ?? '')];
    return (
      <span className={tone && `log-tone is-${tone}`}>
        <Cell field={field} value={row[name]} />
      </span>
    );
  };
}
