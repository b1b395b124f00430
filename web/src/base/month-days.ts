/** The month of a day: `2025-11-06` → `2025-11`. */
export function monthOf(day: string): string {
  return day.slice(0, 7);
}

/** A month some months later or earlier: `2025-12`, 1 → `2026-01`. */
export function movedMonth(month: string, by: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number - 1 + by, 1)).toISOString().slice(0, 7);
}

/** The days that a month's page shows: whole weeks from Monday to Sunday, those of the neighbours included. */
export function monthDays(month: string): string[] {
  const [year = 0, number = 1] = month.split('-').map(Number);
  const first = new Date(Date.UTC(year, number - 1, 1));
  const lead = (first.getUTCDay() + 6) % 7;
  const length = new Date(Date.UTC(year, number, 0)).getUTCDate();
  const weeks = Math.ceil((lead + length) / 7);
  return Array.from({ length: weeks * 7 }, (_, index) =>
    new Date(Date.UTC(year, number - 1, 1 - lead + index)).toISOString().slice(0, 10),
  );
}
