import { spanWords } from '../charts/chart-data.ts';
import { wallOf } from '../kinds/site-time.ts';

/** Some of the hours below the bars of a day. */
export function HourAxis({ hours }: { hours: readonly { readonly at: string }[] }) {
  return (
    <div className="hour-axis num" aria-hidden="true">
      {[0, 6, 12, 18, hours.length - 1].map((index) => (
        <span key={index}>{hours[index] ? hourWord(hours[index].at) : ''}</span>
      ))}
    </div>
  );
}

/** `07:00`: the hour of an instant at the site. */
export function hourWord(at: string): string {
  return `${wallOf(at).slice(11, 13)}:00`;
}

/** From the first of some hours to the end of the last, in words. */
export function hoursSpan(hours: readonly { readonly at: string }[]): string | undefined {
  const last = hours.at(-1)?.at;
  return spanWords(hours[0]?.at, last && new Date(Date.parse(last) + 3_600_000).toISOString());
}
