import { minutesOf } from '@millwright/contract/kinds/clock';
import type { ShiftTime } from '@millwright/contract/base/line-shift';
import { say, t } from '../kernel/language.tsx';
import { wallOf } from '../kinds/site-time.ts';
import { lineText as text } from '../locales/line.ts';
import { markText } from '../locales/marks.ts';
import { bandOf, DAY_MINUTES, nameBehind, placeOn } from './shift-band-model.ts';
import type { BandShift } from './shift-band-model.ts';
import { thisInstant } from './site-today.ts';
import './shift-band.css';

/** The shifts of a day on a band of 24 hours that begins with the first shift; breaks are hatched, `now` is marked. */
export function ShiftBand({ shifts, now }: { shifts: readonly ShiftTime[]; now?: boolean }) {
  const band = bandOf(shifts);
  if (band.shifts.length === 0) return <p className="pane-empty">{t(text.noShifts)}</p>;
  const clock = now ? placeOn(band, minutesOf(wallOf(thisInstant()).slice(11, 16))) : undefined;
  const hours = Array.from(
    { length: 25 / STEP_HOURS + 1 },
    (_, index) => index * STEP_HOURS * 60,
  ).filter((at) => at <= DAY_MINUTES);
  const words = band.shifts.map((shift) => `${shift.name} ${shift.time}`).join(t(markText.clause));
  return (
    <div className="band">
      <div className="band-track" role="img" aria-label={words}>
        {band.shifts.map((shift, index) => (
          <Bar key={`${shift.name}${shift.time}`} shift={shift} tone={index % 3} now={clock} />
        ))}
        {placeOn(band, 0) > 0 && (
          <span className="band-midnight" style={{ left: percent(placeOn(band, 0)) }} />
        )}
        {clock !== undefined && (
          <span className="band-now" title={t(text.now)} style={{ left: percent(clock) }} />
        )}
      </div>
      <div className="band-axis num" aria-hidden="true">
        {hours.map((at) => (
          <span
            key={at}
            style={{
              left: percent(at),
              transform: `translateX(${at === 0 ? '0' : at === DAY_MINUTES ? '-100%' : '-50%'})`,
            }}
          >
            {clockOf(band.origin + at)}
          </span>
        ))}
      </div>
      <ul className="band-words">
        {band.shifts.map((shift) => (
          <li key={`${shift.name}${shift.time}`}>
            <strong>{shift.name}</strong> <span className="num">{shift.time}</span>
            <small className="num">
              {say(text.shiftTime, {
                n: duration(shift.work),
                m: duration(shift.length - shift.work),
              })}
            </small>
          </li>
        ))}
      </ul>
    </div>
  );
}

const STEP_HOURS = 4;

function Bar({
  shift,
  tone,
  now,
}: {
  shift: BandShift;
  tone: number;
  /** Where the line of now stands. */
  now: number | undefined;
}) {
  return (
    <>
      {shift.parts.map((part) => (
        <span
          key={part.from}
          className={`band-shift is-${tone}`}
          title={`${shift.name} ${shift.time}`}
          style={{ left: percent(part.from), width: percent(part.minutes) }}
        >
          {part.minutes > 100 && (
            <span
              style={{
                marginLeft: `${(nameBehind(part, shift.breaks, now) / part.minutes) * 100}%`,
              }}
            >
              {shift.name}
            </span>
          )}
        </span>
      ))}
      {shift.breaks.map((part) => (
        <span
          key={`${part.text}${part.from}`}
          className="band-break"
          title={say(text.breakOf, { span: part.text })}
          style={{ left: percent(part.from), width: percent(part.minutes) }}
        />
      ))}
    </>
  );
}

/** `11 小时`, `7 小时 30 分`. */
function duration(minutes: number): string {
  const [h, m] = [Math.floor(minutes / 60), minutes % 60];
  const parts = [
    h > 0 ? say(text.hours, { h }) : '',
    m > 0 || h === 0 ? say(text.minutes, { m }) : '',
  ];
  return parts.filter(Boolean).join(' ');
}

function percent(minutes: number): string {
  return `${(minutes / DAY_MINUTES) * 100}%`;
}

function clockOf(minute: number): string {
  const at = minute % DAY_MINUTES;
  return `${String(Math.floor(at / 60)).padStart(2, '0')}:${String(at % 60).padStart(2, '0')}`;
}
