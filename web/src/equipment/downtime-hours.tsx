import type { DowntimePareto } from '@millwright/contract/equipment/downtime';
import { ChartFrame } from '../charts/chart-frame.tsx';
import { say, t } from '../kernel/language.tsx';
import { numberText } from '../kinds/number-text.ts';
import { equipmentText as text, weekdayText } from '../locales/equipment.ts';
import { type DaySpan, hourData, HOURS, type MinutesAt, minutesOf } from './downtime-data.ts';

/** When machines stand: every hour of the week, the darker the longer. */
export function DowntimeHours({ rows, span }: { rows: DowntimePareto['byHour']; span: DaySpan }) {
  const minutesAt = minutesOf(rows);
  const most = Math.max(1, ...rows.map(({ minutes }) => minutes));
  return (
    <ChartFrame className="eq-chart" data={hourData(rows, span)}>
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
    </ChartFrame>
  );
}

function cellWords(day: number, hour: number, minutesAt: MinutesAt): string {
  return say(text.cell, {
    day: weekdayText[day] ?? weekdayText[0],
    hour: String(hour).padStart(2, '0'),
    n: numberText(Math.round(minutesAt(day, hour))),
  });
}
