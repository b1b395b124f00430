/** An order as suggestions show it, the code followed by the name in brackets: `NB-MO-2510-0007(18寸锻造轮-星驰)`. */
export function orderLabel({
  code,
  name,
}: {
  readonly code: string;
  readonly name: string | null;
}): string {
  return name ? `${code}(${name})` : code;
}
