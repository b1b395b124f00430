import { fieldOf } from '@millwright/contract/kernel/entity';
import { product } from '@millwright/contract/base/product';
import type { ReactNode } from 'react';
import type { EntityRow } from '../entity/entity-row.ts';
import { Fact } from '../entity/row-details.tsx';
import { say, t } from '../kernel/language.tsx';
import { viewOf } from '../kinds/kind-views.ts';
import { numberText } from '../kinds/number-text.ts';
import { productText as text } from '../locales/product.ts';
import { ProductPicture } from './product-picture.tsx';
import { boltsOf, rimOf } from './product-spec.ts';
import { wordOf } from './word-of.ts';

/** The specification sheet of a product beside its picture; only what is known stands in it. */
export function ProductOverview({ row }: { row: EntityRow }) {
  const facts = factsOf(row).filter(
    ([, value]) => value !== '' && value !== null && value !== undefined,
  );
  return (
    <div className="base-overview product-sheet">
      <ProductPicture row={row} size="whole" />
      <dl className="facts">
        {facts.map(([label, value]) => (
          <Fact key={label} label={label}>
            <span className="num">{value}</span>
          </Fact>
        ))}
      </dl>
    </div>
  );
}

function factsOf(row: EntityRow): [string, ReactNode][] {
  const drawing = [row['drawingNo'], row['drawingVersion']].filter(Boolean).join(' / ');
  return [
    [t(text.rim), rimOf(row)],
    [t(text.bolts), boltsOf(row) && `${boltsOf(row)} mm`],
    [t(text.bore), row['centerBore'] ? `Ø${numberText(row['centerBore'])} mm` : ''],
    [
      t(text.material),
      row['alloyGrade'] ? (
        <span key="material" className="material">
          <Shown name="alloyGrade" row={row} />
          {row['temper'] ? `-${wordOf(row['temper'])}` : ''}
        </span>
      ) : (
        ''
      ),
    ],
    [t(text.weights), both(row['finishedWeight'], row['blankWeight'], 'kg')],
    [t(text.load), row['loadRating'] ? `${numberText(row['loadRating'])} kg` : ''],
    [
      t(text.beat),
      row['standardBeat'] ? `${numberText(row['standardBeat'])} ${t(text.seconds)}` : '',
    ],
    [t(text.drawingNo), drawing],
    [t(text.customerPart), row['customerPartNo'] as string | null],
    [
      t(text.packing),
      row['packType'] ? (
        <span key="packing" className="material">
          <Shown name="packType" row={row} />
          {row['standardQty'] ? ` · ${say(text.perBox, { n: wordOf(row['standardQty']) })}` : ''}
        </span>
      ) : (
        ''
      ),
    ],
    [t(text.stock), both(row['minStock'], row['maxStock'], '')],
    [t(text.rework), say(text.times, { n: Number(row['maxRework'] ?? 0) })],
  ];
}

function both(one: unknown, other: unknown, unit: string): string {
  if (!one && !other) return '';
  return `${numberText(one)} / ${numberText(other)} ${unit}`.trim();
}

function Shown({ name, row }: { name: string; row: EntityRow }) {
  const field = fieldOf(product, name);
  const { Cell } = viewOf(field);
  return <Cell field={field} value={row[name]} />;
}
