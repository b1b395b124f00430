import { defineEntity } from '../kernel/entity.ts';
import { choice } from '../kinds/choice.ts';
import { flag } from '../kinds/flag.ts';
import { ref } from '../kinds/ref.ts';
import { text } from '../kinds/text.ts';

/** A parameter of the product and its value, for the company or overridden for one site. */
export const setting = defineEntity({
  name: 'system/setting',
  label: { zh: '系统参数', en: 'Setting' },
  scope: 'company',
  title: 'name',
  code: 'key',
  sort: { by: 'key', order: 'asc' },
  unique: [['key', 'siteId']],
  removal: 'never',
  fields: {
    key: text('参数键', 'Key', { required: true, max: 60, fixed: true, list: true, filter: true }),
    name: text('参数名', 'Name', { computed: true, max: 80, list: true, filter: true }),
    nameEn: text('英文参数名', 'English name', {
      computed: true,
      max: 80,
      list: true,
      filter: true,
    }),
    group: choice(
      '分组',
      'Group',
      {
        session: { zh: '登录与会话', en: 'Sign-in and sessions' },
        password: { zh: '密码', en: 'Passwords' },
        upload: { zh: '文件与导入导出', en: 'Files, import and export' },
        log: { zh: '日志', en: 'Logs' },
        notify: { zh: '通知', en: 'Notifications' },
        product: { zh: '产品', en: 'Product' },
        kanban: { zh: '看板与终端', en: 'Boards and terminals' },
      },
      { computed: true, list: true, filter: true },
    ),
    valueType: choice(
      '类型',
      'Type',
      {
        boolean: { zh: '是否', en: 'Yes or no' },
        integer: { zh: '整数', en: 'Whole number' },
        string: { zh: '文本', en: 'Text' },
        enum: { zh: '选项', en: 'Option' },
        secret: { zh: '机密', en: 'Secret' },
      },
      { computed: true, list: true },
    ),
    value: text('值', 'Value', { max: 1000, list: true }),
    defaultValue: text('默认值', 'Default', { computed: true, max: 1000, list: true }),
    siteId: ref('base/site', '厂区覆盖', 'Site override', {
      list: true,
      filter: true,
      where: { departType: 'site' },
    }),
    isPublic: flag('下发前端', 'Sent to client', { computed: true, list: true, filter: true }),
  },
});
