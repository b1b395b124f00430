import { moduleSheets } from '@millwright/contract/further-sheets';
import { remarkField } from '@millwright/contract/kernel/sheet';
import type { RowsField } from '@millwright/contract/kinds/rows';
import { rows } from '@millwright/contract/kinds/rows';
import { dictItem } from '@millwright/contract/system/dict-item';
import { sql } from 'kysely';
import type { Behaviour } from '../../kernel/behaviour.ts';
import type { FurtherSheet } from '../../kernel/sheet-routes/further-sheet.ts';

const label = moduleSheets['system/dictType'].items;
const { dictId: _dictId, ...columns } = dictItem.fields;

/** The items of dictionaries behind their types; items that a sheet does not name stay. */
export function itemSheet(items: Behaviour): FurtherSheet {
  return {
    name: 'items',
    label,
    field: rows(
      label.zh,
      label.en,
      { ...columns, remark: remarkField },
      { max: 2000, unique: ['itemValue'] },
    ) as unknown as RowsField,
    key: ['itemValue'],
    source: sql`(select i.*, i.dict_id as parent_id, i.order_num as position from system_dict_item i)`,
    isWhole: false,
    async write(context, dictId, changed) {
      for (const { id, status: _status, ...item } of changed) {
        if (id === undefined) await items.create?.(context, { ...item, dictId });
        else
          await items.update?.(context, id, {
            ...item,
            revision: (await context.store(dictItem).get(id)).revision,
          });
      }
    },
  };
}
