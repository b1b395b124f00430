/** An ISO instant as text in a time zone (default: the browser's): `YYYY-MM-DD HH:mm:ss`; `—` for none. */
export function instantText(iso: string | null | undefined, timeZone?: string): string {
  if (!iso) return '—';
  const at = new Date(iso);
  if (Number.isNaN(at.getTime())) return iso;
  const parts = new Map(
    formatter(timeZone)
      .formatToParts(at)
      .map((part) => [part.type, part.value]),
  );
  const p = (name: Intl.DateTimeFormatPartTypes) => parts.get(name) ?? '';
  return `${p('year')}-${p('month')}-${p('day')} ${p('hour')}:${p('minute')}:${p('second')}`;
}

/** Today's date in a time zone, `YYYY-MM-DD`. */
export function todayIn(timeZone?: string): string {
  return instantText(new Date().toISOString(), timeZone).slice(0, 10);
}

/** The date some days after (negative: before) a date, both `YYYY-MM-DD`. */
export function addDays(date: string, days: number): string {
  return new Date(Date.parse(date) + days * 86_400_000).toISOString().slice(0, 10);
}

const formatters = new Map<string, Intl.DateTimeFormat>();

function formatter(timeZone: string | undefined): Intl.DateTimeFormat {
  const key = timeZone ?? '';
  let found = formatters.get(key);
  if (!found) {
    found = new Intl.DateTimeFormat('en-GB', {
      ...(timeZone ? { timeZone } : {}),
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
      hourCycle: 'h23',
    });
    formatters.set(key, found);
  }
  return found;
}
