import { textOf } from '@millwright/contract/kernel/text';
import type { ShownField } from '@millwright/contract/kinds/shown';
import type { KindView } from './kind-view.ts';
import { numberText } from './number-text.ts';

/** A value that the server gathered: words as they are, counts with their thousands apart. */
export const shownView: KindView<ShownField> = {
  width: 110,
  Cell({ value }) {
    if (value === null || value === undefined || value === '') return '—';
    if (typeof value === 'number') return <span className="num">{numberText(value)}</span>;
    const words = Array.isArray(value) ? value.join(' · ') : textOf(value);
    return <span title={words}>{words}</span>;
  },
  Input: () => null,
};
