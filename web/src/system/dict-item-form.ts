import type { AnyEntity } from '@millwright/contract/kernel/entity';
import type { AnyField } from '@millwright/contract/kernel/field';
import { dictItem } from '@millwright/contract/system/dict-item';

/** The declaration of an item as its form needs it: the dictionary is known; values of built-in ones stand still. */
export function itemEntity(isSystem: boolean): AnyEntity {
  const { dictId, itemValue, ...others } = dictItem.fields;
  const hidden = { ...dictId, form: false } as unknown as AnyField;
  const value = { ...itemValue, fixed: isSystem } as unknown as AnyField;
  const { itemText, itemTextEn, ...rest } = others;
  return {
    ...(dictItem as AnyEntity),
    fields: { dictId: hidden, itemText, itemTextEn, itemValue: value, ...rest },
  };
}
