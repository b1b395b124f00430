import type { DowntimePareto } from '@millwright/contract/equipment/downtime';
import { say, t } from '../kernel/language.tsx';
import { numberText } from '../kinds/number-text.ts';
import { equipmentText as text, weekdayText } from '../locales/equipment.ts';
import { DowntimeChart } from './downtime-chart.tsx';

/** Minutes of an hour of a weekday; days and hours count from 0, Monday is the first. */
type MinutesAt = (day: number, hour: number) => number;

/** When machines stand: every hour of the week, the darker the longer. */
export function DowntimeHours({ rows }: { rows: DowntimePareto['byHour'] }) {
  const known = new Map(rows.map((row) => [`${row.weekday} ${row.hour}`, row.minutes]));
  const minutesAt: MinutesAt = (day, hour) => known.get(`${day + 1} ${hour}`) ?? 0;
  const most = Math.max(1, ...rows.map(({ minutes }) => minutes));
  return (
    <DowntimeChart
      title={text.byHour}
      note={text.byHourNote}
      table={<HourTable minutesAt={minutesAt} />}
    >
      <div className="eq-heat">
        {weekdayText.map((word, day) => (
          <div key={word.en}>
            <span>{t(word)}</span>
            {HOURS.map((hour) => (
              <i
                key={hour}
                title={cellWords(day, hour, minutesAt)}
                style={{ opacity: 0.04 + 0.96 * (minutesAt(day, hour) / most) }}
              />
            ))}
          </div>
        ))}
        <div className="num" aria-hidden="true">
          <span />
          {HOURS.map((hour) => (
            <b key={hour}>{hour % 3 === 0 ? String(hour).padStart(2, '0') : ''}</b>
          ))}
        </div>
      </div>
    </DowntimeChart>
  );
}

const HOURS = Array.from({ length: 24 }, (_, hour) => hour);

function HourTable({ minutesAt }: { minutesAt: MinutesAt }) {
  return (
    <div className="eq-wide">
      <table className="eq-table eq-small">
        <tbody>
          {weekdayText.map((word, day) => (
            <tr key={word.en}>
              <th scope="row">{t(word)}</th>
              {HOURS.map((hour) => (
                <td key={hour} className="num is-right">
                  {Math.round(minutesAt(day, hour))}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function cellWords(day: number, hour: number, minutesAt: MinutesAt): string {
  return say(text.cell, {
    day: weekdayText[day] ?? weekdayText[0],
    hour: String(hour).padStart(2, '0'),
    n: numberText(Math.round(minutesAt(day, hour))),
  });
}
