import { enabling } from '../kernel/enabling.ts';
import { problem } from '../kernel/check.ts';
import { defineEntity } from '../kernel/entity.ts';
import { refusals } from '../kernel/errors.ts';
import type { Problem } from '../kernel/errors.ts';
import { disabledFigure } from '../kernel/figure.ts';
import type { Text } from '../kernel/text.ts';
import { choice } from '../kinds/choice.ts';
import { dictionary } from '../kinds/dictionary.ts';
import { flag } from '../kinds/flag.ts';
import { integer } from '../kinds/integer.ts';
import { ref } from '../kinds/ref.ts';
import { text } from '../kinds/text.ts';
import { allEntries, openingTag } from '../menu.ts';

/** An entry of the menu tree: directory, page or button (a permission tag under its page). */
export const menuEntry = defineEntity({
  name: 'system/menu',
  label: { zh: '菜单', en: 'Menu' },
  scope: 'company',
  title: 'titleZh',
  sort: { by: 'orderNum', order: 'asc' },
  unique: [['name'], ['perms'], ['path']],
  parent: 'parentId',
  state: 'status',
  fields: {
    parentId: ref('system/menu', '上级菜单', 'Parent'),
    menuType: choice(
      '类型',
      'Type',
      {
        D: { zh: '目录', en: 'Directory' },
        P: { zh: '菜单', en: 'Page' },
        B: { zh: '按钮', en: 'Button' },
      },
      { required: true, list: true, filter: true, fixed: true },
    ),
    titleZh: text('中文标题', 'Chinese title', {
      required: true,
      max: 50,
      list: true,
      filter: true,
    }),
    titleEn: text('英文标题', 'English title', {
      required: true,
      max: 50,
      list: true,
      filter: true,
    }),
    name: text('路由名', 'Route name', {
      max: 60,
      pattern: /^[A-Z][A-Za-z0-9]*$/,
      allowed: {
        zh: '大写字母开头的字母和数字',
        en: 'letters and digits, beginning with a capital',
      },
    }),
    path: text('路由地址', 'Path', {
      max: 120,
      pattern: /^(\/|https?:\/\/)[^\s<>"]*$/,
      allowed: {
        zh: '以 / 或 http(s):// 开头的地址',
        en: 'an address beginning with / or http(s)://',
      },
      list: true,
      filter: true,
    }),
    component: text('组件', 'Component', {
      max: 120,
      pattern: /^[A-Za-z][A-Za-z0-9/_-]*$/,
      allowed: { zh: '页面名称，如 production/order', en: 'a page name such as production/order' },
      list: true,
    }),
    icon: text('图标', 'Icon', { max: 40, pattern: /^[a-z0-9-]+$/, list: true }),
    orderNum: integer('排序', 'Order', { required: true, default: 0, list: true, sort: true }),
    perms: text('权限标识', 'Permission tag', {
      max: 80,
      pattern: /^[A-Za-z]+:[A-Za-z]+:([A-Za-z]+|\*)$/,
      allowed: {
        zh: '三段字母，如 production:order:list',
        en: 'three words such as production:order:list',
      },
      list: true,
      filter: true,
    }),
    group: choice('分组', 'Group', {
      factory: { zh: '工厂', en: 'Factory' },
      project: { zh: '项目', en: 'Projects' },
      system: { zh: '系统', en: 'System' },
    }),
    redirect: text('重定向', 'Redirect', { max: 120, pattern: /^(noRedirect|\/\S*)$/ }),
    activeMenu: text('高亮菜单', 'Active menu', { max: 120, pattern: /^\/\S*$/ }),
    hidden: flag('隐藏', 'Hidden', { list: true, filter: true }),
    alwaysShow: flag('始终显示', 'Always show', { list: true }),
    noCache: flag('不缓存', 'No cache', { list: true }),
    affix: flag('固定标签', 'Affix', { list: true }),
    breadcrumb: flag('面包屑', 'Breadcrumb', { default: true, list: true }),
    status: dictionary('enable_status', '状态', 'Status', {
      required: true,
      default: '1',
      computed: true,
      list: true,
      filter: true,
    }),
    productKey: text('产品键', 'Product key', { computed: true, max: 80, sheet: false }),
  },
  figures: {
    pages: {
      label: { zh: '显示的菜单', en: 'Pages shown' },
      filters: { menuType: 'P', hidden: 'false', status: '1' },
    },
    hidden: { label: { zh: '隐藏的菜单', en: 'Hidden' }, filters: { hidden: 'true' } },
    buttons: { label: { zh: '按钮', en: 'Buttons' }, filters: { menuType: 'B' } },
    disabled: disabledFigure,
  },
  rules: (draft) => {
    const problems: Problem[] = [];
    const need = (field: string, label: Text, value: unknown) => {
      if (!value) problems.push(problem(field, label, refusals['field.required']));
    };
    if (draft.menuType !== 'B') {
      need('name', labels.name, draft.name);
      need('path', labels.path, draft.path);
    } else need('perms', labels.perms, draft.perms);
    if (draft.menuType === 'P') {
      if (!isExternal(draft)) need('component', labels.component, draft.component);
      const followsAnother = draft.hidden && draft.activeMenu;
      if (!followsAnother && !isForEverybody(draft)) need('perms', labels.perms, draft.perms);
    }
    return problems;
  },
  actions: enabling('edit', {
    zh: '确定停用「{name}」吗？所有人都将看不到它。',
    en: 'Disable "{name}"? Nobody will see it.',
  }),
});

interface Page {
  readonly path?: string | null;
  readonly component?: string | null;
}

/** Whether everybody who is signed in opens a page without a tag: a link out of the product, one's own profile. */
export function isForEverybody(page: Page): boolean {
  return isExternal(page) || personal.has(page.component ?? '');
}

function isExternal({ path }: Page): boolean {
  return /^https?:/.test(path ?? '');
}

/** Pages of the product that a session suffices for. */
const personal: ReadonlySet<string> = new Set(
  allEntries()
    .filter((entry) => entry.type !== 'D' && openingTag(entry) === null)
    .map(({ component }) => component),
);

const labels = {
  name: { zh: '路由名', en: 'Route name' },
  path: { zh: '路由地址', en: 'Path' },
  perms: { zh: '权限标识', en: 'Permission tag' },
  component: { zh: '组件', en: 'Component' },
};
