/** Numbers of formats that are dates or times without a format code of their own (East Asian ones included). */
const BUILT_IN_DATES = new Set([
  14, 15, 16, 17, 18, 19, 20, 21, 22, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 50, 51, 52, 53, 54,
  55, 56, 57, 58,
]);

export type NumberKind = 'number' | 'date' | 'elapsed';

/** What a number format makes of a number; `[h]:mm` is elapsed time, hence a number of days. */
export function kindOfFormat(id: number, code: string | undefined): NumberKind {
  if (code === undefined) {
    if (BUILT_IN_DATES.has(id)) return 'date';
    return id >= 45 && id <= 47 ? 'elapsed' : 'number';
  }
  const bare = (code.split(';')[0] ?? '').replace(/"[^"]*"|\\.|_.|\*./g, '');
  if (/\[(?:h+|m+|s+)\]/i.test(bare)) return 'elapsed';
  return /[ymdhs]|[年月日时分秒]/i.test(bare.replace(/\[[^\]]*\]|general/gi, ''))
    ? 'date'
    : 'number';
}

/** The wall-clock time of a serial number, kept in UTC fields; undefined outside the years 1900 to 9999. */
export function dateOfSerial(serial: number, from1904: boolean): Date | undefined {
  if (!(serial >= 0) || serial >= 2_958_466) return undefined;
  // The 1900 system counts a 29 February 1900 that never was.
  const days = from1904 ? serial + 1_462 : serial < 60 ? serial + 1 : serial;
  return new Date(Math.round((days - 25_569) * 86_400_000));
}

/** How a date reads: `2025-11-06`, with time when there is any, the time alone for a number below one. */
export function serialText(date: Date, serial: number): string {
  const text = date.toISOString();
  const time = text.slice(11, 19);
  if (serial < 1) return time;
  return time === '00:00:00' ? text.slice(0, 10) : `${text.slice(0, 10)} ${time}`;
}

/** How a number reads, without the noise of binary fractions; leading zeros and percent as the format has them. */
export function numberText(value: number, code: string | undefined): string {
  if (code !== undefined && /^0{2,}$/.test(code))
    return String(Math.round(value)).padStart(code.length, '0');
  if (code !== undefined && /^0(?:\.0+)?%$/.test(code))
    return `${Number((value * 100).toPrecision(15))}%`;
  return Number.isInteger(value) ? String(value) : String(Number(value.toPrecision(15)));
}
