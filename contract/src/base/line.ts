import { defineEntity } from '../kernel/entity.ts';
import { clock } from '../kinds/clock.ts';
import { dictionary } from '../kinds/dictionary.ts';
import { flag } from '../kinds/flag.ts';
import { integer } from '../kinds/integer.ts';
import { ref } from '../kinds/ref.ts';
import { rows } from '../kinds/rows.ts';
import { text } from '../kinds/text.ts';

/** A production line with its shifts and the devices bound to it. */
export const line = defineEntity({
  name: 'base/line',
  label: { zh: '产线', en: 'Production line' },
  scope: 'site',
  title: 'name',
  code: 'code',
  sort: { by: 'serialNumber', order: 'asc' },
  unique: [['code']],
  fields: {
    code: text('产线编号', 'Code', { required: true, max: 30, list: true, filter: true, sort: true }),
    serialNumber: integer('序号', 'Serial number', { required: true, default: 1, list: true, sort: true }),
    name: text('产线名称', 'Name', { required: true, max: 60, list: true, filter: true }),
    status: dictionary('enable_status', '状态', 'Status', { required: true, default: '1', list: true, filter: true }),
    shifts: rows('班次', 'Shifts', {
      name: text('班次名称', 'Name', { required: true, max: 30 }),
      startTime: clock('开始', 'Start', { required: true }),
      endTime: clock('结束', 'End', { required: true }),
    }),
    devices: rows('绑定设备', 'Bound devices', {
      equipmentId: ref('base/equipment', '设备', 'Device', { required: true }),
      isBottleneck: flag('瓶颈', 'Bottleneck'),
    }),
  },
});
