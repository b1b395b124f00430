import { enabling } from '../kernel/enabling.ts';
import { problem } from '../kernel/check.ts';
import { defineEntity } from '../kernel/entity.ts';
import { refusals } from '../kernel/errors.ts';
import type { Problem } from '../kernel/errors.ts';
import { disabledFigure } from '../kernel/figure.ts';
import { USUAL_ZONE } from '../kernel/local-day.ts';
import { clock } from '../kinds/clock.ts';
import { day } from '../kinds/day.ts';
import { dictionary } from '../kinds/dictionary.ts';
import { integer } from '../kinds/integer.ts';
import { ref } from '../kinds/ref.ts';
import { rows } from '../kinds/rows.ts';
import { text } from '../kinds/text.ts';

/**
 * Company, sites and departments: one tree. A site holds the business rows and is shown as people's department. The
 * company itself holds none, and a disabled site takes no new ones; what it has can still be read and changed.
 */
export const site = defineEntity({
  name: 'base/site',
  label: { zh: '厂区与部门', en: 'Site or department' },
  scope: 'company',
  calls: {
    base: '/api/user/depart',
    list: '/api/user/depart',
    get: '/api/user/depart/:id',
    create: '/api/user/depart',
    update: '/api/user/depart',
    remove: '/api/user/depart/:id',
  },
  title: 'departName',
  code: 'institutionCode',
  sort: { by: 'orderNum', order: 'asc' },
  unique: [['institutionCode'], ['parentId', 'departName'], ['shortCode']],
  parent: 'parentId',
  state: 'status',
  fields: {
    parentId: ref('base/site', '上级', 'Parent'),
    departName: text('部门名称', 'Name', {
      required: true,
      max: 50,
      list: true,
      filter: true,
      sort: true,
    }),
    departNameEn: text('英文名称', 'English name', { max: 80, list: true, filter: true }),
    departType: dictionary('depart_type', '类型', 'Type', {
      required: true,
      default: 'department',
      list: true,
      filter: true,
      fixed: true,
    }),
    institutionCode: text('机构代码', 'Institution code', {
      required: true,
      max: 20,
      pattern: /^[A-Za-z0-9]+$/,
      allowed: { zh: '字母和数字', en: 'letters and digits' },
      list: true,
      filter: true,
      sort: true,
    }),
    dept: dictionary('project_dept', '职能', 'Function', { list: true, filter: true }),
    shortCode: text('编号前缀', 'Number prefix', {
      max: 6,
      pattern: /^[A-Z]{2,6}$/,
      allowed: { zh: '2到6个大写字母', en: '2 to 6 capital letters' },
      list: true,
    }),
    dayStart: clock('生产日起点', 'Day start', {
      help: {
        zh: '留空则取第一个班次的开始；修改自明天起生效',
        en: 'Leave empty for the start of the first shift; a change holds from tomorrow on',
      },
    }),
    pastDayStarts: rows(
      '曾用生产日起点',
      'Former day starts',
      {
        dayStart: clock('生产日起点', 'Day start'),
        validTo: day('失效日期', 'Valid to', { required: true }),
      },
      { computed: true },
    ),
    leader: text('负责人', 'Leader', { max: 50, list: true }),
    phone: text('电话', 'Phone', { max: 30, list: true }),
    address: text('地址', 'Address', { max: 200, list: true }),
    timeZone: text('时区', 'Time zone', {
      required: true,
      max: 60,
      default: USUAL_ZONE,
      pattern: /^[A-Za-z]+(?:[/_+-][A-Za-z0-9]+)*$/,
      allowed: { zh: '如 Asia/Shanghai 的时区名称', en: 'a zone name such as Asia/Shanghai' },
      help: {
        zh: '有了设备状态、产出或停机数据后不能再修改',
        en: 'Stays once states, pieces or stops of machines are counted',
      },
    }),
    orderNum: integer('排序', 'Order', { required: true, default: 0, list: true, sort: true }),
    status: dictionary('enable_status', '状态', 'Status', {
      required: true,
      default: '1',
      computed: true,
      list: true,
      filter: true,
    }),
  },
  figures: {
    sites: {
      label: { zh: '厂区', en: 'Sites' },
      filters: { departType: 'site', status: '1' },
    },
    departments: {
      label: { zh: '部门', en: 'Departments' },
      filters: { departType: 'department', status: '1' },
    },
    disabled: disabledFigure,
  },
  rules: (draft) => {
    const problems: Problem[] = [];
    const isSite = draft.departType === 'site';
    if (isSite && !draft.shortCode)
      problems.push(problem('shortCode', labels.shortCode, refusals['field.required']));
    if (draft.departType !== 'company' && !draft.parentId) {
      problems.push(problem('parentId', labels.parent, refusals['field.required']));
    }
    return problems;
  },
  actions: enabling('enable', {
    zh: '确定停用「{name}」吗？其上的会话将立即结束。',
    en: 'Disable "{name}"? Its sessions end at once.',
  }),
});

const labels = {
  shortCode: { zh: '编号前缀', en: 'Number prefix' },
  parent: { zh: '上级', en: 'Parent' },
};
