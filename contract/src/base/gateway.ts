import { mappingSchema } from '../device/mapping.ts';
import { defineEntity } from '../kernel/entity.ts';
import { defineRefusals } from '../kernel/errors.ts';
import { choice } from '../kinds/choice.ts';
import { decimal } from '../kinds/decimal.ts';
import { dictionary } from '../kinds/dictionary.ts';
import { flag } from '../kinds/flag.ts';
import { instant } from '../kinds/instant.ts';
import { integer } from '../kinds/integer.ts';
import { json } from '../kinds/json.ts';
import { text } from '../kinds/text.ts';

const told = { computed: true, list: true } as const;

/** A client of its own through which machines speak: devices name it, its secret is kept apart and shown once. */
export const gateway = defineEntity({
  name: 'base/gateway',
  label: { zh: '网关', en: 'Gateway' },
  scope: 'site',
  title: 'name',
  code: 'code',
  sort: { by: 'code', order: 'asc' },
  unique: [['code'], ['clientId']],
  fields: {
    code: text('网关编号', 'Code', {
      required: true,
      max: 30,
      list: true,
      filter: true,
      sort: true,
    }),
    name: text('网关名称', 'Name', { required: true, max: 60, list: true, filter: true }),
    protocol: choice(
      '协议',
      'Protocol',
      {
        http: { zh: 'HTTP 上报', en: 'HTTP' },
        mqtt: { zh: 'MQTT', en: 'MQTT' },
        shdr: { zh: '行协议 SHDR', en: 'Line protocol SHDR' },
        mtconnect: { zh: 'MTConnect', en: 'MTConnect' },
        sparkplug: { zh: 'Sparkplug B', en: 'Sparkplug B' },
      },
      { required: true, default: 'http', list: true, filter: true },
    ),
    address: text('地址', 'Address', {
      max: 200,
      list: true,
      help: {
        zh: '由服务器去读的协议才需要，例如 10.20.4.33:7878 或 http://10.20.4.33:5000/Mazak',
        en: 'Only where the server reads: 10.20.4.33:7878 or http://10.20.4.33:5000/Mazak',
      },
    }),
    clientId: text('客户端ID', 'Client ID', { ...told, max: 64, filter: true }),
    connection: choice(
      '连接',
      'Connection',
      {
        never: { zh: '从未上报', en: 'Never heard' },
        online: { zh: '在线', en: 'Online', color: 'ok' },
        silent: { zh: '无消息', en: 'Silent', color: 'bad' },
      },
      { ...told, filter: true },
    ),
    lastHeardTime: instant('最近消息', 'Last heard', { ...told, sort: true }),
    clockDrift: decimal('时钟偏差', 'Clock drift', {
      ...told,
      digits: 14,
      places: 3,
      unit: { zh: '秒', en: 's' },
      help: { zh: '网关时钟减服务器时钟', en: 'Clock of the gateway minus that of the server' },
    }),
    maxAgeDays: integer('补传最长天数', 'Oldest message', {
      min: 1,
      max: 3650,
      unit: { zh: '天', en: 'days' },
      help: { zh: '留空则取系统参数', en: 'Empty takes the setting' },
    }),
    isHistory: flag('历史回放', 'History', {
      list: true,
      help: {
        zh: '回放旧记录的网关：时间不限，不判离线',
        en: 'Replays old recordings: any age, never called silent',
      },
    }),
    status: dictionary('enable_status', '状态', 'Status', {
      required: true,
      default: '1',
      list: true,
      filter: true,
    }),
    secretTime: instant('密钥时间', 'Secret made', { computed: true }),
    mapping: json('数据映射', 'Mapping', mappingSchema, { form: false, sheet: false }),
  },
  actions: {
    renew: {
      label: { zh: '更换密钥', en: 'New secret' },
      icon: 'key',
      confirm: {
        zh: '「{name}」现用的密钥将立即失效，确定更换吗？',
        en: 'The secret of "{name}" ends at once. Make a new one?',
      },
    },
  },
});

export const gatewayRefusals = defineRefusals({
  'gateway.call.credentials': [
    402,
    '网关的客户端ID或密钥不正确，或网关已停用',
    'The client id or secret is wrong, or the gateway is disabled',
  ],
  'gateway.call.batch': [400, '消息应为1到500条的数组', 'Send an array of at most 500 messages'],
});
