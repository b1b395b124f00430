import { problem } from '../kernel/check.ts';
import { defineEntity } from '../kernel/entity.ts';
import { defineRefusals } from '../kernel/errors.ts';
import { dictionary } from '../kinds/dictionary.ts';
import { flag } from '../kinds/flag.ts';
import { integer } from '../kinds/integer.ts';
import { ref } from '../kinds/ref.ts';
import { text } from '../kinds/text.ts';

/** A place on a line where one procedure is done; devices name it by its work-report station number. */
export const station = defineEntity({
  name: 'base/station',
  label: { zh: '工位', en: 'Station' },
  scope: 'site',
  title: 'stationName',
  code: 'workReportStationNo',
  sort: { by: 'workReportStationNo', order: 'asc' },
  unique: [['workReportStationNo']],
  fields: {
    lineId: ref('base/line', '产线', 'Line', { required: true, list: true, filter: true }),
    processName: ref('base/procedure', '工序名称', 'Process name', {
      required: true,
      list: true,
      filter: true,
    }),
    workReportStationNo: text('报工工位号', 'Work-report station number', {
      required: true,
      max: 30,
      list: true,
      filter: true,
      sort: true,
      scan: true,
    }),
    stationName: text('工位名称', 'Station name', {
      required: true,
      max: 60,
      list: true,
      filter: true,
    }),
    dischargeFlag: flag('下料标识', 'Discharge', {
      list: true,
      filter: true,
      help: { zh: '合格品在此计入产出', en: 'Good pieces count as output here' },
    }),
    ngStationFlag: flag('NG工位标识', 'NG station', {
      list: true,
      filter: true,
      help: { zh: '不良品在此计为不良', en: 'NG pieces are counted as NG here' },
    }),
    mergeStation: integer('合并工位标识', 'Merge station', {
      list: true,
      filter: true,
      min: 1,
      help: {
        zh: '标识相同的工位按一个工位计产出',
        en: 'Stations with the same number count as one for output',
      },
    }),
    equipmentId: ref('base/equipment', '设备', 'Equipment', { list: true, filter: true }),
    sequence: integer('顺序', 'Sequence', { list: true, sort: true }),
    teachSlots: integer('示教点数', 'Teach slots', { max: 1000 }),
    interlockOn: flag('启用互锁', 'Interlock on', { list: true }),
    status: dictionary('enable_status', '状态', 'Status', {
      required: true,
      default: '1',
      list: true,
      filter: true,
    }),
  },
  figures: {
    discharge: {
      label: { zh: '下料工位', en: 'Discharge stations' },
      filters: { dischargeFlag: 'true' },
      note: { zh: '合格品在此计入产出', en: 'good pieces count here' },
    },
    ng: {
      label: { zh: 'NG工位', en: 'NG stations' },
      filters: { ngStationFlag: 'true' },
      note: { zh: '不良在此计数', en: 'NG pieces count here' },
    },
  },
  rules: ({ dischargeFlag, ngStationFlag }) =>
    dischargeFlag && ngStationFlag
      ? [problem('ngStationFlag', LABEL, stationRefusals['station.edit.flags'])]
      : [],
});

export const stationRefusals = defineRefusals({
  'station.edit.flags': [
    422,
    '下料工位与NG工位不能同时选择',
    'A station cannot be discharge and NG at once',
  ],
  'station.edit.mergeProcedure': [
    422,
    '合并工位{n}的工位必须是同一产线、同一工序',
    'Stations merged as {n} must be of one line and one procedure',
  ],
});

const LABEL = { zh: 'NG工位标识', en: 'NG station' };
