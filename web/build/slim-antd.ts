import type { Plugin } from 'vite';

/**
 * Leaves out of the build what antd brings with its table, its boxes and its buttons although no page uses it there: the
 * filter menus in table heads with their tree, borders and sticky heads, the radio buttons of a single selection and the
 * tree behind a selection of branches, boxes for one-time codes and searches, and the colour picker's presets behind one
 * function of the button. Whoever uses one of them meets an error that says so, or an unstyled part.
 */
export function slimAntd(): Plugin {
  return {
    name: 'slim-antd',
    apply: 'build',
    enforce: 'pre',
    resolveId: {
      filter: { id: new RegExp(LEFT_OUT.map(({ source }) => source.source).join('|')) },
      handler(source, importer = '') {
        const at = LEFT_OUT.findIndex((one) => one.source.test(source) && one.of.test(importer));
        return at < 0 ? undefined : `\0slim-antd:${at}`;
      },
    },
    load: {
      filter: { id: /^\0slim-antd:/ },
      handler: (id) => LEFT_OUT[Number(id.slice('\0slim-antd:'.length))]?.code,
    },
  };
}

/** What is left out: who asks for it, as what, and what stands there instead. */
interface LeftOut {
  readonly of: RegExp;
  readonly source: RegExp;
  readonly code: string;
}

const refuse = (name: string) => `function ${name}() {
  throw new Error('${name} is left out of the build: see web/build/slim-antd.ts');
}`;
const NO_STYLE = 'export default () => ({});';

const LEFT_OUT: readonly LeftOut[] = [
  {
    of: /\/antd\/es\/table\/hooks\/[\w/]+\.js$/,
    source: /\/FilterDropdown$/,
    code: `export default ${refuse('FilterDropdown')}
export const flattenKeys = (filters) =>
  (filters ?? []).flatMap((one) => [one.value, ...flattenKeys(one.children)]);`,
  },
  {
    of: /\/antd\/es\/table\/hooks\/useSelection\.js$/,
    source: /\/radio$/,
    code: `export default ${refuse('Radio')}`,
  },
  {
    of: /\/antd\/es\/table\/hooks\/useSelection\.js$/,
    source: /^@rc-component\/tree$/,
    code: `export const arrAdd = (list, value) => (list.includes(value) ? [...list] : [...list, value]);
export const arrDel = (list, value) => list.filter((one) => one !== value);
export ${refuse('conductCheck')}
export ${refuse('convertDataToEntities')}`,
  },
  {
    of: /\/antd\/es\/table\/style\/index\.js$/,
    source: /\/(bordered|filter|sticky)$/,
    code: NO_STYLE,
  },
  {
    of: /\/@rc-component\/table\/es\/Table\.js$/,
    source: /\/stickyScrollBar$/,
    code: `export default ${refuse('StickyScrollBar')}`,
  },
  {
    of: /\/antd\/es\/input\/index\.js$/,
    source: /\/OTP$/,
    code: `export default ${refuse('OTP')}`,
  },
  {
    of: /\/antd\/es\/input\/index\.js$/,
    source: /\/Search$/,
    code: `export default ${refuse('Search')}`,
  },
  {
    of: /\/antd\/es\/button\/style\/token\.js$/,
    source: /\/ColorPresets$/,
    code: `import { Color } from '@rc-component/color-picker';
export const isBright = (value, ground) => {
  const { r, g, b, a } = value.toRgb();
  if (a <= 0.5) return new Color(value.toRgbString()).onBackground(ground).toHsv().v > 0.5;
  return r * 0.299 + g * 0.587 + b * 0.114 > 192;
};`,
  },
];
