import type { ChoiceField } from '@millwright/contract/kinds/choice';
import type { DictionaryField } from '@millwright/contract/kinds/dictionary';
import { textOf } from '@millwright/contract/kernel/text';
import { itemValue, labelOf } from '../kernel/dictionary.ts';
import type { Dictionaries, DictItem } from '../kernel/dictionary.ts';
import { t } from '../kernel/language.tsx';
import { signOf } from '../kinds/state-mark.tsx';
import type { EntityRow } from './entity-row.ts';
import { wordsWidth } from './letter-width.ts';
import type { Column } from './list-columns.ts';

/** Px that show a cell whole; undefined where only drawing it would tell. */
export function cellWidth(
  column: Column,
  row: EntityRow,
  dictionaries: Dictionaries,
): number | undefined {
  const value = row[column.prop];
  if (column.formatter) return widthOf(column.formatter(row));
  if (column.render) return undefined;
  switch (column.field?.kind.name) {
    case 'dictionary':
      return dictionaryWidth(
        dictionaries.get((column.field as DictionaryField).dictionary),
        textOf(value),
      );
    case 'choice':
      return choiceWidth(column.field as ChoiceField, textOf(value));
    case 'text':
    case 'ref':
    case 'refs':
    case 'shown':
    case 'richText':
    case 'json':
      return widthOf(wordsOf(row.shown?.[column.prop] ?? value));
    default:
      return undefined;
  }
}

function dictionaryWidth(
  items: readonly DictItem[] | undefined,
  value: string,
): number | undefined {
  if (!items) return undefined;
  const item = items.find((one) => itemValue(one) === value);
  return widthOf(labelOf(items, value)) + markWidth(value, item?.color);
}

function choiceWidth({ options }: ChoiceField, value: string): number {
  const label = options[value];
  return widthOf(label ? t(label) : value) + markWidth(value);
}

function markWidth(value: string, color?: string | null): number {
  return signOf(value, color) ? MARK : 0;
}

function wordsOf(value: unknown): string {
  return Array.isArray(value) ? value.map(textOf).join(', ') : textOf(value);
}

function widthOf(words: string): number {
  return Math.ceil(wordsWidth(words, CELL_LETTERS) + CELL_PADDING);
}

const CELL_LETTERS = 13;
const CELL_PADDING = 18;
/** The sign before the word and the room between them. */
const MARK = 18;
