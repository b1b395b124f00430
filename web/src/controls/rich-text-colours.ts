import type Quill from 'quill';

/**
 * Lets an editor read colours from the text of a `style` attribute: the content policy keeps the browser from
 * applying styles that arrive in markup, so Quill alone finds none and loses the colours when a text is opened again.
 */
export function readColours(quill: Quill): void {
  quill.clipboard.addMatcher('[style]', (node, delta) => {
    const formats = coloursIn(node instanceof Element ? (node.getAttribute('style') ?? '') : '');
    if (Object.keys(formats).length === 0) return delta;
    const coloured = delta.ops.map((op) =>
      op.insert === undefined ? op : { ...op, attributes: { ...formats, ...op.attributes } },
    );
    delta.ops = coloured;
    return delta;
  });
}

/** `color: red; background-color: #fff` as Quill's formats. */
export function coloursIn(style: string): Record<string, string> {
  const formats: Record<string, string> = {};
  for (const rule of style.split(';')) {
    const [name, value] = [rule.slice(0, rule.indexOf(':')), rule.slice(rule.indexOf(':') + 1)];
    const format = FORMATS[name.trim().toLowerCase()];
    if (format && value.trim() !== '') formats[format] = value.trim();
  }
  return formats;
}

const FORMATS: Readonly<Record<string, string>> = {
  color: 'color',
  'background-color': 'background',
};
