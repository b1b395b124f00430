import type { Action } from './action.ts';
import type { Text } from './text.ts';

/**
 * The two actions 启用 and 停用 of an entity whose `status` is dictionary enable_status ('1', '0'),
 * guarded by the tag's last word; `confirm` is asked before disabling (`{name}` is the row's title).
 */
export function enabling(
  tag: 'edit' | 'enable',
  confirm?: Text,
): { readonly enable: Action<'0' | '1'>; readonly disable: Action<'0' | '1'> } {
  return {
    enable: {
      label: { zh: '启用', en: 'Enable' },
      from: ['0'],
      to: '1',
      tag,
      icon: 'check-circle',
    },
    disable: {
      label: { zh: '停用', en: 'Disable' },
      from: ['1'],
      to: '0',
      tag,
      danger: true,
      icon: 'stop',
      ...(confirm && { confirm }),
    },
  };
}
