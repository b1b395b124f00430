import { defineEntity } from '../kernel/entity.ts';
import { dictionary } from '../kinds/dictionary.ts';
import { text } from '../kinds/text.ts';

/** A machine of a plant: robot, machine tool, press, furnace, gauge. */
export const equipment = defineEntity({
  name: 'base/equipment',
  label: { zh: '设备', en: 'Equipment' },
  scope: 'site',
  title: 'nickname',
  code: 'number',
  sort: { by: 'number', order: 'asc' },
  unique: [['number']],
  fields: {
    number: text('设备编号', 'Number', { required: true, max: 40, list: true, filter: true, sort: true }),
    nickname: text('设备昵称', 'Nickname', { required: true, max: 60, list: true, filter: true, sort: true }),
    equipmentKind: dictionary('equipment_kind', '类别', 'Kind', { required: true, list: true, filter: true }),
    status: dictionary('enable_status', '启用', 'Enabled', { required: true, default: '1', list: true, filter: true }),
  },
});
