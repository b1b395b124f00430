import { mappingSchema } from '../device/mapping.ts';
import { readEdgeNode } from '../device/sparkplug.ts';
import { problem } from '../kernel/check.ts';
import { defineEntity } from '../kernel/entity.ts';
import { defineRefusals } from '../kernel/errors.ts';
import type { Text } from '../kernel/text.ts';
import { choice } from '../kinds/choice.ts';
import { decimal } from '../kinds/decimal.ts';
import { dictionary } from '../kinds/dictionary.ts';
import { flag } from '../kinds/flag.ts';
import { instant } from '../kinds/instant.ts';
import { integer } from '../kinds/integer.ts';
import { json } from '../kinds/json.ts';
import { password } from '../kinds/password.ts';
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
        opcua: { zh: 'OPC UA', en: 'OPC UA' },
      },
      { required: true, default: 'http', list: true, filter: true },
    ),
    address: text('地址', 'Address', {
      max: 200,
      list: true,
      help: {
        zh: 'HTTP、MQTT 不需要。SHDR：10.20.4.33:7878；MTConnect：http://10.20.4.33:5000/Mazak；Sparkplug B：组/边缘节点；OPC UA：opc.tcp://10.20.4.33:4840',
        en: 'Not for HTTP and MQTT. SHDR 10.20.4.33:7878, MTConnect http://10.20.4.33:5000/Mazak, Sparkplug B group/edge node, OPC UA opc.tcp://10.20.4.33:4840',
      },
    }),
    security: choice(
      '通信安全',
      'Security',
      {
        none: { zh: '无', en: 'None' },
        basic256sha256: {
          zh: '签名并加密（Basic256Sha256）',
          en: 'Sign and encrypt (Basic256Sha256)',
        },
      },
      { required: true, default: 'none', help: { zh: '仅 OPC UA', en: 'OPC UA only' } },
    ),
    sourceUser: text('数据源用户', 'User at the source', { computed: true, max: 60 }),
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
      help: { zh: '留空则取系统参数', en: 'Leave empty for the general setting' },
    }),
    isHistory: flag('历史回放', 'History', {
      list: true,
      help: {
        zh: '回放旧记录的网关：时间不限，其设备不判离线；超过保留天数的日志行仍会清理',
        en: 'Replays old recordings: any age, its devices are never called offline; log rows past their retention still go',
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
  rules: ({ protocol, address }) => {
    const form = ADDRESSES[protocol ?? ''];
    if (!form || !address || form.fits(address)) return [];
    const refusal = gatewayRefusals['gateway.edit.address'];
    return [problem('address', ADDRESS, refusal, { form: form.example })];
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
    signIn: {
      label: { zh: '数据源登录', en: 'Sign-in at the source' },
      icon: 'api',
      tag: 'edit',
      fields: {
        user: text('用户', 'User', {
          max: 60,
          help: { zh: '留空则匿名登录', en: 'Empty signs in as nobody' },
        }),
        password: password('密码', 'Password', { min: 1, max: 120 }),
      },
    },
  },
});

const ADDRESS = { zh: '地址', en: 'Address' };

/** What the address of a protocol looks like. */
const ADDRESSES: Readonly<
  Record<string, { readonly example: Text; fits(address: string): boolean }>
> = {
  shdr: { example: same('10.20.4.33:7878'), fits: (address) => /^\S+:\d{1,5}$/.test(address) },
  mtconnect: {
    example: same('http://10.20.4.33:5000/Mazak'),
    // What is asked for stands behind it (`/current`): a query or a fragment would take its place, a user is not sent.
    fits: (address) => /^https?:\/\/[^\s?#@]+$/i.test(address),
  },
  sparkplug: {
    example: { zh: '组/边缘节点', en: 'group/edge node' },
    fits: (address) => readEdgeNode(address) !== null,
  },
  opcua: {
    example: same('opc.tcp://10.20.4.33:4840'),
    fits: (address) => /^opc\.tcp:\/\/[^\s/@]+(\/\S*)?$/i.test(address),
  },
};

function same(word: string): Text {
  return { zh: word, en: word };
}

export const gatewayRefusals = defineRefusals({
  'gateway.edit.address': [
    422,
    '该协议的地址应形如：{form}',
    'An address of this protocol looks like: {form}',
  ],
  'gateway.call.credentials': [
    402,
    '网关的客户端ID或密钥不正确，或网关已停用',
    'The client id or secret is wrong, or the gateway is disabled',
  ],
  'gateway.source.silent': [409, '数据源没有应答', 'The source does not answer'],
  'gateway.source.password': [
    409,
    '保存的密码无法用本服务器的密钥读取，请重新填写登录',
    'The stored password cannot be read with the key of this server; please sign in anew',
  ],
  'gateway.call.batch': [400, '消息应为1到500条的数组', 'Send an array of at most 500 messages'],
});
