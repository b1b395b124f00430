import { z } from 'zod';
import { enabling } from '../kernel/enabling.ts';
import { defineEntity } from '../kernel/entity.ts';
import { disabledFigure, enabledFigure } from '../kernel/figure.ts';
import { dictionary } from '../kinds/dictionary.ts';
import { flag } from '../kinds/flag.ts';
import { integer } from '../kinds/integer.ts';
import { json } from '../kinds/json.ts';
import { idSchema, ref } from '../kinds/ref.ts';
import { shown } from '../kinds/shown.ts';
import { text } from '../kinds/text.ts';

/** Key of the role that may do everything and cannot be changed. */
export const SUPER_ADMIN = 'super_admin';

const PATTERN = /^[a-z][a-z0-9_]{1,49}$/;
const ALLOWED = {
  zh: '小写字母、数字、_，以字母开头',
  en: 'small letters, digits, _, beginning with a letter',
};

/** A role: a name and the ticks in the permission tree. Without a site it may be given to people of all sites. */
export const role = defineEntity({
  name: 'system/role',
  label: { zh: '角色', en: 'Role' },
  scope: 'company',
  title: 'roleName',
  sort: { by: 'roleSort', order: 'asc' },
  unique: [['roleKey'], ['siteId', 'roleName']],
  state: 'status',
  fields: {
    roleName: text('角色名称', 'Role name', {
      required: true,
      max: 30,
      list: true,
      filter: true,
      sort: true,
    }),
    roleNameEn: text('英文名称', 'English name', { max: 50, list: true, filter: true }),
    roleKey: text('权限字符', 'Permission characters', {
      required: true,
      max: 50,
      pattern: PATTERN,
      allowed: ALLOWED,
      list: true,
      filter: true,
      sort: true,
    }),
    siteId: ref('base/site', '适用厂区', 'Site', {
      list: true,
      filter: true,
      where: { departType: 'site' },
      fixed: true,
      help: { zh: '留空表示全部厂区', en: 'Leave empty for all sites' },
    }),
    dataScope: dictionary('data_scope', '数据范围', 'Data scope', {
      required: true,
      default: '2',
      list: true,
      filter: true,
    }),
    roleSort: integer('排序', 'Order', { required: true, default: 100, list: true, sort: true }),
    status: dictionary('enable_status', '状态', 'Status', {
      required: true,
      default: '1',
      computed: true,
      list: true,
      filter: true,
      sort: true,
    }),
    menuIds: json(
      '权限菜单',
      'Permission menu',
      () =>
        z
          .array(idSchema())
          .max(1500)
          .transform((ids) => [...new Set(ids)]),
      { sheet: false, form: false },
    ),
    summary: shown('可做什么', 'May do', { list: true }),
    userCount: shown('用户数', 'Users', { list: true }),
    builtIn: flag('内置', 'Built-in', { computed: true, list: true, filter: true }),
    remark: text('备注', 'Remark', { max: 200, lines: 2, list: true }),
  },
  figures: {
    enabled: enabledFigure,
    own: { label: { zh: '自建', en: 'Own' }, filters: { builtIn: 'false' } },
    everything: {
      label: { zh: '可见全部数据', en: 'See all data' },
      filters: { dataScope: '1', status: '1' },
    },
    disabled: disabledFigure,
  },
  actions: {
    ...enabling('enable', {
      zh: '确定停用角色「{name}」吗？其权限将立即失效。',
      en: 'Disable the role "{name}"? Its permissions vanish at once.',
    }),
    copy: {
      label: { zh: '复制', en: 'Copy' },
      icon: 'copy',
      fields: {
        roleName: text('角色名称', 'Role name', { required: true, max: 30 }),
        roleKey: text('权限字符', 'Permission characters', {
          required: true,
          max: 50,
          pattern: PATTERN,
          allowed: ALLOWED,
        }),
      },
    },
  },
});
