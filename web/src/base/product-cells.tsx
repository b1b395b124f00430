import { product } from '@millwright/contract/base/product';
import type { EntityRow } from '../entity/entity-row.ts';
import type { OwnColumn } from '../entity/list-columns.ts';
import { titleOf } from '../entity/row-acts.ts';
import { t } from '../kernel/language.tsx';
import { productText as text } from '../locales/product.ts';
import { widthFor } from './column-width.ts';
import { ProductPicture } from './product-picture.tsx';
import { specOf } from './product-spec.ts';

/** Cells of the list of products, by column. */
export const productCells = {
  thumbnail: (row: EntityRow) => <ProductPicture row={row} size="cell" />,
  productName: productTitle,
  spec: (row: EntityRow) => (
    <span className="num" title={specOf(row)}>
      {specOf(row) || '—'}
    </span>
  ),
  drawingNo: (row: EntityRow) => drawingOf(row),
};

/** What the list of products says beside the declaration. */
export const productColumns: readonly OwnColumn[] = [
  { prop: 'thumbnail', label: t(text.picture), width: 46 },
  { prop: 'materialCode', width: 102 },
  { prop: 'productName', width: widthFor(140, 170), formatter: productTitle },
  { prop: 'category', width: widthFor(72, 110) },
  { prop: 'abbreviation', width: 84 },
  { prop: 'spec', label: t(text.spec), width: 176, formatter: specOf },
  { prop: 'standardBeat', label: t(text.beat), width: 68 },
  { prop: 'drawingNo', label: t(text.drawingNo), width: 110, formatter: drawingOf },
  { prop: 'customerPartNo', label: t(text.customerPart), width: 112 },
  { prop: 'status', width: widthFor(58, 74) },
];

function productTitle(row: EntityRow): string {
  return titleOf(product, row);
}

function drawingOf(row: EntityRow): string {
  return row['drawingNo']
    ? [row['drawingNo'], row['drawingVersion']].filter(Boolean).join(' / ')
    : '—';
}
