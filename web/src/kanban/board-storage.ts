/** Code of the board in the address `/board/<code>`. */
export function boardCode(): string {
  return decodeURIComponent(location.pathname.split('/')[2] ?? '');
}

/** Where a browser keeps something of this board. */
export function storageKey(name: string): string {
  return `board.${boardCode().toLowerCase()}.${name}`;
}
