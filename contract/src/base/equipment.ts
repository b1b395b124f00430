import { z } from 'zod';
import { problem } from '../kernel/check.ts';
import { defineEntity } from '../kernel/entity.ts';
import { disabledFigure } from '../kernel/figure.ts';
import { defineRefusals } from '../kernel/errors.ts';
import { decimal } from '../kinds/decimal.ts';
import { dictionary } from '../kinds/dictionary.ts';
import { files, image } from '../kinds/file.ts';
import { flag } from '../kinds/flag.ts';
import { integer } from '../kinds/integer.ts';
import { ref } from '../kinds/ref.ts';
import { text } from '../kinds/text.ts';

/** A machine of a plant: robot, machine tool, press, furnace, gauge. Mode and running status come from the machine. */
export const equipment = defineEntity({
  name: 'base/equipment',
  label: { zh: '设备', en: 'Equipment' },
  scope: 'site',
  title: 'nickname',
  code: 'number',
  sort: { by: 'number', order: 'asc' },
  unique: [['number'], ['ip', 'port']],
  sections: {
    device: { zh: '设备', en: 'Device' },
    network: { zh: '网络', en: 'Network' },
    standard: { zh: '标准', en: 'Standards' },
    document: { zh: '资料', en: 'Documents' },
  },
  fields: {
    number: text('设备编号', 'Number', {
      required: true,
      max: 40,
      list: true,
      filter: true,
      sort: true,
      scan: true,
      section: 'device',
    }),
    nickname: text('设备昵称', 'Nickname', {
      required: true,
      max: 60,
      list: true,
      filter: true,
      sort: true,
      section: 'device',
    }),
    equipmentKind: dictionary('equipment_kind', '类别', 'Kind', {
      required: true,
      list: true,
      filter: true,
      section: 'device',
    }),
    brand: text('品牌', 'Brand', { max: 60, list: true, filter: true, section: 'device' }),
    model: text('型号', 'Model', { max: 60, list: true, filter: true, section: 'device' }),
    serialNo: text('出厂编号', 'Serial number', {
      max: 60,
      list: true,
      filter: true,
      section: 'device',
    }),
    controlType: text('控制系统', 'Control', {
      max: 60,
      list: true,
      filter: true,
      section: 'device',
    }),
    securityDoorNo: text('安全门编号', 'Security door number', {
      max: 30,
      list: true,
      section: 'device',
    }),
    lineId: ref('base/line', '产线', 'Line', { computed: true, list: true, filter: true }),
    stationId: ref('base/station', '工位', 'Station', { computed: true, list: true, filter: true }),
    mode: dictionary('device_mode', '模式', 'Mode', { computed: true, list: true, filter: true }),
    runningStatus: dictionary('equipment_state', '运行状态', 'Running status', {
      computed: true,
      list: true,
      filter: true,
    }),
    isShow: flag('是否展示', 'Shown', {
      default: true,
      list: true,
      filter: true,
      section: 'device',
      help: { zh: '在设备墙和看板上显示', en: 'On the equipment wall and on boards' },
    }),
    status: dictionary('enable_status', '启用', 'Enabled', {
      required: true,
      default: '1',
      list: true,
      filter: true,
      section: 'device',
    }),
    ip: text('IP地址', 'IP', { max: 45, list: true, filter: true, section: 'network' }),
    port: integer('端口', 'Port', { min: 1, max: 65_535, section: 'network' }),
    gatewayId: ref('base/gateway', '网关', 'Gateway', { section: 'network' }),
    protocol: text('协议', 'Protocol', { max: 40, section: 'network' }),
    standardActionRate: decimal('标准稼动率', 'Standard action rate', {
      required: true,
      digits: 5,
      places: 2,
      min: 0,
      max: 100,
      default: '85',
      list: true,
      sort: true,
      unit: { zh: '%', en: '%' },
      section: 'standard',
    }),
    standardBeat: decimal('标准节拍', 'Standard beat', {
      digits: 8,
      places: 2,
      above: 0,
      unit: { zh: '秒', en: 's' },
      section: 'standard',
      help: { zh: '留空则取工艺路线的节拍', en: 'Leave empty for the beat of the route' },
    }),
    image: image('图片', 'Picture', { section: 'document' }),
    documents: files('资料', 'Documents', { default: [], section: 'document' }),
  },
  figures: {
    robots: { label: { zh: '机器人', en: 'Robots' }, filters: { equipmentKind: 'robot' } },
    machineTools: {
      label: { zh: '机床', en: 'Machine tools' },
      filters: { equipmentKind: 'machineTool' },
    },
    others: {
      label: { zh: '其他设备', en: 'Other machines' },
      filters: {
        equipmentKind: 'press,saw,furnace,spinner,gauge,flawDetector,balancer,marker,conveyor',
      },
    },
    unbound: {
      label: { zh: '未绑定产线', en: 'On no line' },
      filters: { lineId: 'none', status: '1' },
    },
    disabled: disabledFigure,
  },
  rules: ({ ip }) =>
    !ip || isAddress(ip) ? [] : [problem('ip', LABEL, equipmentRefusals['equipment.edit.ip'])],
  actions: {
    test: { label: { zh: '连接测试', en: 'Connection test' }, icon: 'api' },
    copy: { label: { zh: '复制', en: 'Copy' }, icon: 'copy', tag: 'add' },
  },
});

export const equipmentRefusals = defineRefusals({
  'equipment.edit.ip': [422, 'IP地址格式不正确', 'The IP address is not valid'],
});

/** Whether a text is an IPv4 or IPv6 address. */
export function isAddress(ip: string): boolean {
  return z.union([z.ipv4(), z.ipv6()]).safeParse(ip).success;
}

const LABEL = { zh: 'IP地址', en: 'IP' };
