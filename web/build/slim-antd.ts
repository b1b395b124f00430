import { basename } from 'node:path';
import type { Plugin } from 'vite';

/**
 * Leaves out of the build what antd brings with its table and buttons although no page uses it: the filter
 * menus in table heads with their tree, the radio buttons of a single selection, and the colour picker's
 * presets behind one function of the button. Whoever uses the first two meets an error that says so.
 */
export function slimAntd(): Plugin {
  return {
    name: 'slim-antd',
    apply: 'build',
    enforce: 'pre',
    resolveId: {
      filter: { id: /\/(FilterDropdown|radio|ColorPresets)$/ },
      handler: (source, importer = '') =>
        IMPORTERS.test(importer) ? `\0slim-antd:${basename(source)}` : undefined,
    },
    load: {
      filter: { id: /^\0slim-antd:/ },
      handler: (id) => STAND_INS[id.slice('\0slim-antd:'.length)],
    },
  };
}

const IMPORTERS = /\/antd\/es\/(table\/hooks\/[\w/]+|button\/style\/token)\.js$/;

const refuse = (name: string) => `export default function ${name}() {
  throw new Error('${name} of the table is left out of the build: see web/build/slim-antd.ts');
}`;

const STAND_INS: Readonly<Record<string, string>> = {
  FilterDropdown: `${refuse('FilterDropdown')}
export const flattenKeys = (filters) =>
  (filters ?? []).flatMap((one) => [one.value, ...flattenKeys(one.children)]);`,
  radio: refuse('Radio'),
  ColorPresets: `import { Color } from '@rc-component/color-picker';
export const isBright = (value, ground) => {
  const { r, g, b, a } = value.toRgb();
  if (a <= 0.5) return new Color(value.toRgbString()).onBackground(ground).toHsv().v > 0.5;
  return r * 0.299 + g * 0.587 + b * 0.114 > 192;
};`,
};
