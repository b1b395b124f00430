/** Characters that one cell may hold in every spreadsheet program. */
const MAX_CELL_TEXT = 32_767;

/** Text that no program takes for a formula: what begins with `= + - @` tab or CR gets a leading apostrophe; cut at 32,767 characters. */
export function safeText(text: string): string {
  const safe = isTrigger(text.charCodeAt(0)) ? `'${text}` : text;
  return safe.length > MAX_CELL_TEXT ? cut(safe) : safe;
}

/** Takes off the apostrophe that `safeText` has put on. */
export function plainText(text: string): string {
  return text.charCodeAt(0) === 0x27 && isTrigger(text.charCodeAt(1)) ? text.slice(1) : text;
}

function isTrigger(code: number): boolean {
  return (
    code === 0x3d ||
    code === 0x2b ||
    code === 0x2d ||
    code === 0x40 ||
    code === 0x09 ||
    code === 0x0d
  );
}

// A cut must not leave half of a surrogate pair.
function cut(text: string): string {
  const last = text.charCodeAt(MAX_CELL_TEXT - 1);
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? MAX_CELL_TEXT - 1 : MAX_CELL_TEXT);
}
