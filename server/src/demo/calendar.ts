/** The documents tell of Thursday 2025-11-06; this moves their days to the day of loading. */
export interface DemoCalendar {
  /** Moment of loading; nothing that happened lies behind it. */
  readonly now: Date;
  /** Day of loading in China, `YYYY-MM-DD`. */
  readonly today: string;
  /** A day of the documents, moved: on the day of loading `2025-11-06` is today. */
  day(documentDay: string): string;
  /** A day of the documents and a time of day in China (`08:00`), as an instant; past ones end at now. */
  at(documentDay: string, time: string): string;
  /** Month of a number of the documents, moved by whole months: `2511` is the month of loading, `2510` the one before. */
  month(documentMonth: string): string;
  /**
   * The moment when a row with a number of this document month was made: the moved day, kept inside the
   * month that the number names.
   */
  madeAt(documentMonth: string, documentDay: string, time: string): string;
}

/** The calendar of a loading at `now`. */
export function calendarOf(now: Date): DemoCalendar {
  const today = chinaDay(now);
  const shift = daysBetween(DOCUMENT_DAY, today);
  const day = (documentDay: string) => addDays(documentDay, shift);
  const at = (documentDay: string, time: string) => instantOf(day(documentDay), time);
  const month = (documentMonth: string) => movedMonth(documentMonth, today);
  const madeAt = (documentMonth: string, documentDay: string, time: string) => {
    const named = `20${month(documentMonth).slice(0, 2)}-${month(documentMonth).slice(2)}`;
    const moved = day(documentDay);
    const inside =
      moved.slice(0, 7) === named ? moved : moved < named ? `${named}-01` : lastDayOf(named);
    const made = instantOf(inside < today ? inside : today, time);
    return made < now.toISOString() ? made : new Date(now.getTime() - 60_000).toISOString();
  };
  return { now, today, day, at, month, madeAt };
}

/** Calendar day of an instant in China, `YYYY-MM-DD`. */
export function chinaDay(at: Date): string {
  return new Date(at.getTime() + CHINA_MS).toISOString().slice(0, 10);
}

/** `YYYY-MM-DD` some days later, or earlier. */
export function addDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);
}

/** Instant of a day and time of day in China, ISO 8601 in UTC. */
export function instantOf(day: string, time: string): string {
  return new Date(Date.parse(`${day}T${time}:00Z`) - CHINA_MS).toISOString();
}

const DOCUMENT_DAY = '2025-11-06';
const DAY_MS = 86_400_000;
/** China has one zone without summer time. */
const CHINA_MS = 8 * 3_600_000;

function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / DAY_MS);
}

function movedMonth(documentMonth: string, today: string): string {
  const back =
    2025 * 12 +
    10 -
    (Number(documentMonth.slice(0, 2)) + 2000) * 12 -
    (Number(documentMonth.slice(2)) - 1);
  const months = Number(today.slice(0, 4)) * 12 + Number(today.slice(5, 7)) - 1 - back;
  return `${String(Math.floor(months / 12)).slice(2)}${String((months % 12) + 1).padStart(2, '0')}`;
}

function lastDayOf(month: string): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10);
}
