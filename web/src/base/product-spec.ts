import type { EntityRow } from '../entity/entity-row.ts';
import { numberText } from '../kinds/number-text.ts';
import { wordOf } from './word-of.ts';

/** What a product is like in one line: `18×9.0J ET35 5×112 Ø66.56`; the parts that are known. */
export function specOf(row: EntityRow): string {
  return [rimOf(row), boltsOf(row), row['centerBore'] ? `Ø${numberText(row['centerBore'])}` : '']
    .filter(Boolean)
    .join('  ');
}

/** `18×9.0J ET35`. */
export function rimOf(row: EntityRow): string {
  const size = [row['rimDiameter'] && numberText(row['rimDiameter']), row['rimWidth']]
    .filter(Boolean)
    .join('×');
  return [size, row['offsetEt'] && `ET${numberText(row['offsetEt'])}`].filter(Boolean).join(' ');
}

/** `5×112`: bolts on their circle, mm. */
export function boltsOf(row: EntityRow): string {
  return row['boltHoles'] && row['pcd']
    ? `${wordOf(row['boltHoles'])}×${numberText(row['pcd'])}`
    : '';
}

/** How many of a component are needed for one piece, with the loss on the way; four places at most. */
export function grossNeed(quantity: unknown, yieldRate: unknown, above = 1): number {
  const good = Number(yieldRate) / 100;
  return good > 0 ? (above * Number(quantity)) / good : Number.NaN;
}
