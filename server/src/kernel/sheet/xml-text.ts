/** Text as it may stand in an element or attribute of a workbook part; what XML cannot carry becomes `_xHHHH_`. */
export function xmlText(text: string): string {
  if (!SPECIAL.test(text)) return text;
  return text
    .toWellFormed()
    .replace(ESCAPE_LOOKALIKE, '_x005F_')
    .replace(REPLACED, (character) => ENTITIES[character] ?? escapeCode(character));
}

/** The reverse for `_xHHHH_` (entities are the parser's work). */
export function fromXmlText(text: string): string {
  if (!text.includes('_x')) return text;
  return text.replace(ESCAPED, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  // A bare CR would be turned into LF by every XML parser, tab and LF into a blank in attributes.
  '\r': '&#13;',
  '\n': '&#10;',
  '\t': '&#9;',
};

// oxlint-disable no-control-regex -- control characters are what these look for
const SPECIAL = /[&<>"\u0000-\u001f\ud800-\udfff\ufffe\uffff]|_x[0-9A-Fa-f]{4}_/;
const REPLACED = /[&<>"\u0000-\u001f\ufffe\uffff]/g;
// oxlint-enable no-control-regex
const ESCAPE_LOOKALIKE = /_(?=x[0-9A-Fa-f]{4}_)/g;
const ESCAPED = /_x([0-9A-Fa-f]{4})_/g;

function escapeCode(character: string): string {
  return `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`;
}
