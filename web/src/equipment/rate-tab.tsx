import type { KeyFigures } from '@millwright/contract/equipment/time-model';
import { type Text, textOf } from '@millwright/contract/kernel/text';
import { ChartFrame } from '../charts/chart-frame.tsx';
import type { EntityRow } from '../entity/entity-row.ts';
import { say, t } from '../kernel/language.tsx';
import { wallOf } from '../kinds/site-time.ts';
import { equipmentText as text } from '../locales/equipment.ts';
import { oeeText } from '../locales/oee.ts';
import { durationWord } from '../log/duration-word.ts';
import { percentOf } from './live-row.ts';
import { dailyData, hourlyData } from './machine-data.ts';
import { RateBars } from './rate-bars.tsx';
import { NotRead } from './not-read.tsx';
import { useView } from './use-view.ts';

/** Action rate by hour of the shift and by day, against the standard, and the key figures of both. */
export default function RateTab({ row }: { row: EntityRow }) {
  const { data, error, refetch } = useView(row, 'action-rate');
  if (!data) return <NotRead error={error} onRetry={() => void refetch()} />;
  const name = textOf(row['number'] ?? '');
  return (
    <div className="eq-tab">
      <ChartFrame level={3} data={hourlyData(data, name)}>
        <RateBars
          standard={data.standard}
          bars={data.hours.map(({ hour, ...bar }) => ({
            ...bar,
            key: hour,
            label: wallOf(hour).slice(11, 13),
            name: wallOf(hour).slice(5, 16),
          }))}
        />
      </ChartFrame>
      <ChartFrame level={3} data={dailyData(data, name)}>
        <RateBars
          standard={data.standard}
          bars={data.days.map(({ day, ...bar }) => ({
            ...bar,
            key: day,
            label: day.slice(8),
            name: day,
          }))}
        />
      </ChartFrame>
      <section>
        <h3>
          {t(text.figures)} <small>{t(text.figuresNote)}</small>
        </h3>
        <Figures shift={data.shift} month={data.month} />
      </section>
    </div>
  );
}

function Figures({ shift, month }: { shift: KeyFigures; month: KeyFigures }) {
  const share = (pick: (figures: KeyFigures) => number | null) =>
    [shift, month].map((figures) => {
      const value = percentOf(pick(figures));
      return value === '—' ? value : `${value} %`;
    });
  const time = (pick: (figures: KeyFigures) => number | null) =>
    [shift, month].map((figures) => {
      const seconds = pick(figures);
      return seconds === null ? t(text.noFailure) : durationWord(Math.round(seconds / 60) * 60);
    });
  const lines: (readonly [Text, readonly string[]])[] = [
    [text.actionRate, share(({ actionRate }) => actionRate)],
    [oeeText.availability, share(({ availability }) => availability)],
    [oeeText.performance, share(({ performance }) => performance)],
    [oeeText.quality, share(({ quality }) => quality)],
    [text.oee, share(({ oee }) => oee)],
    [text.mtbf, time(({ mtbf }) => mtbf)],
    [text.mttr, time(({ mttr }) => mttr)],
    [oeeText.dataCoverage, share(({ coverage }) => coverage)],
  ];
  return (
    <>
      <table className="eq-table eq-figures">
        <tbody>
          {lines.map(([label, values]) => (
            <tr key={label.en}>
              <th scope="row">{t(label)}</th>
              <td className="num is-right">{values[0]}</td>
              <td className="num is-right">{values[1]}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {month.oee !== null && (month.counted ?? 0) < 0.9 && (
        <p className="eq-note">{say(text.countedOf, { n: percentOf(month.counted) })}</p>
      )}
      {month.oee === null && (
        <p className="eq-note">{t(month.quality === null ? text.noOutput : text.noBeat)}</p>
      )}
      {(shift.isBeatTooLong || month.isBeatTooLong) && (
        <p className="eq-note is-warn">{t(oeeText.beatTooLong)}</p>
      )}
    </>
  );
}
