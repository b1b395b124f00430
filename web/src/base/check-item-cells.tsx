import { checkItem } from '@millwright/contract/base/check-item';
import type { EntityRow } from '../entity/entity-row.ts';
import type { OwnColumn } from '../entity/list-columns.ts';
import { titleOf } from '../entity/row-acts.ts';
import { t } from '../kernel/language.tsx';
import { trimDecimal } from '@millwright/contract/kinds/decimal';
import { Mark } from '../kinds/mark.tsx';
import { checkItemText as text } from '../locales/check-item.ts';
import { entityText } from '../locales/entity.ts';
import { judgementWords, limitWords, signed } from './limit-words.ts';
import { widthFor } from './column-width.ts';
import { nameOfShown } from './shown-name.ts';
import { wordOf } from './word-of.ts';

/** Cells of the list of check items, by column. */
export const checkItemCells = {
  itemName: itemTitle,
  productId: (row: EntityRow) => {
    const shown = row.shown?.['productId'];
    return typeof shown === 'string' ? (
      <span title={shown}>{nameOfShown(shown).number}</span>
    ) : (
      <span className="calm">{t(entityText.all)}</span>
    );
  },
  limits: (row: EntityRow) => {
    const words = row['valueType'] === 'number' ? limitWords(row) : judgementWords(row);
    return (
      <span className="num" title={words}>
        {words}
      </span>
    );
  },
  offset: (row: EntityRow) => {
    const digits = trimDecimal(wordOf(row['offset'], '0'));
    return row['valueType'] !== 'number' || digits === '0' ? (
      '—'
    ) : (
      <span className="num">{signed(digits)}</span>
    );
  },
  isKey: (row: EntityRow) =>
    row['isKey'] === true || row['specialSign'] ? (
      <span className="state-word">
        {row['isKey'] === true && (
          <>
            <Mark shape="diamond" color="--ink-2" />
            {t(text.key)}
          </>
        )}
        <span className="calm">{wordOf(row['specialSign'])}</span>
      </span>
    ) : (
      '—'
    ),
};

/** What the list of check items says beside the declaration. */
export const checkItemColumns: readonly OwnColumn[] = [
  { prop: 'itemCode', width: 128 },
  { prop: 'itemName', width: 128, formatter: itemTitle },
  { prop: 'productId', width: 72 },
  { prop: 'procedureId', width: 110 },
  { prop: 'category', width: widthFor(72, 132) },
  { prop: 'limits', label: t(text.limits), width: 152 },
  { prop: 'offset', label: t(text.offsetHead), width: 56 },
  { prop: 'isKey', width: widthFor(86, 92) },
  { prop: 'listed', width: 70 },
  { prop: 'onSignage', width: widthFor(70, 86) },
  { prop: 'total', width: 64 },
  { prop: 'result', width: 64 },
  { prop: 'status', width: widthFor(58, 74) },
];

function itemTitle(row: EntityRow): string {
  return titleOf(checkItem, row);
}
