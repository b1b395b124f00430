import { mobileNumber } from '../constants.ts';
import { enabling } from '../kernel/enabling.ts';
import { problem } from '../kernel/check.ts';
import { defineEntity } from '../kernel/entity.ts';
import { refusals } from '../kernel/errors.ts';
import type { Problem } from '../kernel/errors.ts';
import { choice } from '../kinds/choice.ts';
import { dictionary } from '../kinds/dictionary.ts';
import { image } from '../kinds/file.ts';
import { flag } from '../kinds/flag.ts';
import { instant } from '../kinds/instant.ts';
import { password } from '../kinds/password.ts';
import { ref } from '../kinds/ref.ts';
import { refs } from '../kinds/refs.ts';
import { shown } from '../kinds/shown.ts';
import { text } from '../kinds/text.ts';

/**
 * An account. Its site is the home site. Answers carry the second names of the specification besides: `userId`,
 * `affiliationDepartId` (home site), `roleIds`, `creator`; what is sent under them is understood.
 */
export const user = defineEntity({
  name: 'system/user',
  label: { zh: '用户', en: 'User' },
  scope: 'company',
  calls: {
    base: '/api/user/account/user',
    list: '/api/user/account/user',
    create: '/api/user/account/user',
    update: '/api/user/account/user',
    remove: '/api/user/account/user/:id/:username',
  },
  title: 'realName',
  code: 'username',
  sort: { by: 'createTime', order: 'desc' },
  unique: [['username'], ['homeSite', 'account']],
  removal: 'soft',
  person: 'id',
  state: 'status',
  sections: {
    account: { zh: '账号', en: 'Account' },
    place: { zh: '厂区与角色', en: 'Site and roles' },
    contact: { zh: '联系方式', en: 'Contact' },
  },
  fields: {
    username: text('用户名', 'Username', {
      required: true,
      fixed: true,
      max: 30,
      pattern: /^[A-Za-z0-9][A-Za-z0-9_.-]{1,29}$/,
      allowed: {
        zh: '2到30个字母、数字、_ . -，以字母或数字开头',
        en: '2 to 30 letters, digits, _ . -, beginning with a letter or digit',
      },
      list: true,
      filter: true,
      sort: true,
      section: 'account',
    }),
    account: text('账号', 'Account', {
      max: 30,
      list: true,
      filter: true,
      sort: true,
      section: 'account',
      help: {
        zh: '终端用工号；留空则与用户名相同',
        en: 'Staff number for terminals; empty = the username',
      },
    }),
    nickname: text('昵称', 'Nickname', { max: 30, list: true, filter: true, section: 'account' }),
    realName: text('真实姓名', 'Real name', {
      required: true,
      max: 30,
      list: true,
      filter: true,
      sort: true,
      section: 'account',
    }),
    password: password('密码', 'Password', { section: 'account' }),
    homeSite: ref('base/site', '所属厂区', 'Home site', {
      required: true,
      list: true,
      filter: true,
      section: 'place',
      where: { departType: ['company', 'site'] },
    }),
    associatedSites: refs('base/site', '关联厂区', 'Associated sites', {
      list: true,
      section: 'place',
      where: { departType: 'site' },
    }),
    departments: refs('base/site', '业务部门', 'Business departments', {
      list: true,
      filter: true,
      section: 'place',
      where: { departType: 'department' },
    }),
    userIdentity: dictionary('user_identity', '用户身份', 'Identity', {
      required: true,
      default: '2',
      list: true,
      filter: true,
      section: 'place',
    }),
    customerType: dictionary('customer_type', '客户类型', 'Customer type', {
      list: true,
      filter: true,
      section: 'place',
    }),
    customer: dictionary('customer', '客户', 'Customer', {
      list: true,
      filter: true,
      section: 'place',
    }),
    siteCode: shown('厂区编码', 'Site code', { list: true }),
    role: refs('system/role', '角色', 'Role', {
      required: true,
      list: true,
      filter: true,
      section: 'place',
    }),
    phone: text('手机号', 'Mobile', {
      max: 11,
      pattern: mobileNumber,
      allowed: { zh: '11位手机号', en: 'an 11-digit mobile number' },
      list: true,
      filter: true,
      sensitive: true,
      section: 'contact',
    }),
    email: text('邮箱', 'Email', {
      max: 100,
      pattern: /^[^\s@]+@[^\s@]+\.[^\s@]+$/,
      allowed: { zh: '邮箱地址', en: 'an email address' },
      section: 'contact',
    }),
    avatar: image('头像', 'Avatar', { square: true, list: true, section: 'contact' }),
    gender: choice(
      '性别',
      'Gender',
      {
        male: { zh: '男', en: 'Male' },
        female: { zh: '女', en: 'Female' },
      },
      { section: 'contact', form: false, sheet: false },
    ),
    status: dictionary('enable_status', '状态', 'Status', {
      required: true,
      default: '1',
      computed: true,
      list: true,
      filter: true,
      sort: true,
    }),
    mustChangePassword: flag('须改密', 'Must change password', {
      computed: true,
      list: true,
      filter: true,
    }),
    lastLoginAt: instant('最近登录', 'Last sign-in', {
      computed: true,
      list: true,
      filter: true,
      sort: true,
    }),
    lastLoginIp: text('最近登录地址', 'Last sign-in address', {
      computed: true,
      max: 60,
      list: true,
      filter: true,
      sort: true,
    }),
    remark: text('备注', 'Remark', { max: 200, lines: 2 }),
  },
  rules: (draft) => {
    const problems: Problem[] = [];
    if (Array.isArray(draft.role) && draft.role.length === 0)
      problems.push(problem('role', labels.role, refusals['field.required']));
    if (draft.userIdentity === '3') {
      if (!draft.customerType)
        problems.push(problem('customerType', labels.customerType, refusals['field.required']));
      if (!draft.customer)
        problems.push(problem('customer', labels.customer, refusals['field.required']));
    }
    return problems;
  },
  actions: {
    reset: {
      label: { zh: '重置密码', en: 'Reset password' },
      icon: 'key',
      fields: { password: password('新密码', 'New password', { required: true }) },
    },
    ...enabling('enable', {
      zh: '确定停用「{name}」吗？其会话将立即结束。',
      en: 'Disable "{name}"? All sessions end at once.',
    }),
    unlock: { label: { zh: '解除登录限制', en: 'Unlock sign-in' }, batch: true, icon: 'unlock' },
  },
});

const labels = {
  role: { zh: '角色', en: 'Role' },
  customerType: { zh: '客户类型', en: 'Customer type' },
  customer: { zh: '客户', en: 'Customer' },
};
