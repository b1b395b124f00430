import type { RichTextField } from '@millwright/contract/kinds/rich-text';
import { later } from '../kernel/later.tsx';
import type { CellProps, InputProps, KindView } from './kind-view.ts';

const RichText = later(() => import('../controls/rich-text.tsx'), RichTextPlace);

/** Formatted text; the editor is loaded when the first form needs it. */
export const richTextView: KindView<RichTextField> = {
  width: 200,
  wide: true,
  Cell: RichTextCell,
  Input: RichTextInput,
};

/** Lists show the words alone. */
function RichTextCell({ value }: CellProps<RichTextField>) {
  const words = typeof value === 'string' ? plainText(value) : '';
  return words === '' ? '—' : <span title={begin(words, 500)}>{begin(words, 200)}</span>;
}

function begin(words: string, letters: number): string {
  return words.length > letters ? `${words.slice(0, letters)}…` : words;
}

function RichTextInput({ value, onChange, disabled }: InputProps<RichTextField>) {
  return (
    <RichText
      value={(value as string | null) ?? ''}
      onChange={onChange}
      {...(disabled ? { readOnly: true } : {})}
    />
  );
}

function RichTextPlace() {
  return <div className="rich-text-loading" />;
}

/** The words of HTML without its marks, read inertly: nothing in it is loaded or run. */
export function plainText(html: string): string {
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  for (const block of body.querySelectorAll('p, h1, h2, h3, h4, h5, h6, li, td, th, div, br'))
    block.after(' ');
  return (body.textContent ?? '').replace(/\s+/g, ' ').trim();
}
