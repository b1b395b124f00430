import type { AlarmHistory, AlarmRow } from '@millwright/contract/equipment/live-equipment';
import { ChartFrame } from '../charts/chart-frame.tsx';
import type { EntityRow } from '../entity/entity-row.ts';
import { locale, say, t } from '../kernel/language.tsx';
import { hasPermission } from '../kernel/permission.tsx';
import { Mark } from '../kinds/mark.tsx';
import { wallOf } from '../kinds/site-time.ts';
import { equipmentText as text } from '../locales/equipment.ts';
import { durationWord } from '../log/duration-word.ts';
import { textOf } from '@millwright/contract/kernel/text';
import { Link } from 'react-router';
import { configureLink } from '../alarm/configure-link.ts';
import { alarmWords } from './live-row.ts';
import { paretoData } from './machine-data.ts';
import { NotRead } from './not-read.tsx';
import { useView } from './use-view.ts';

/** Alarms that stand, with what to do; which cost most in a month; what was raised. */
export default function AlarmsTab({ row }: { row: EntityRow }) {
  const { data, error, refetch } = useView(row, 'alarms');
  if (!data) return <NotRead error={error} onRetry={() => void refetch()} />;
  return (
    <div className="eq-tab">
      <section>
        <h3>{t(text.active)}</h3>
        {data.active.length === 0 && <p className="eq-note">{t(text.noneActive)}</p>}
        <ul className="eq-alarms">
          {data.active.map((alarm) => (
            <Active key={alarm.encoding + alarm.startTime} alarm={alarm} />
          ))}
        </ul>
      </section>
      <Pareto rows={data.pareto} device={textOf(row['number'] ?? '')} />
      <History rows={data.history} />
    </div>
  );
}

function Active({ alarm }: { alarm: AlarmRow }) {
  const advice = adviceOf(alarm);
  return (
    <li>
      <p>
        <Mark shape="triangle" color="--st-alarm" />
        <b className="num">{alarm.encoding}</b> {alarmWords(alarm) || t(text.noWords)}
      </p>
      <small className="num">
        {wallOf(alarm.startTime).slice(5)} · {durationWord(alarm.seconds)}
      </small>
      {advice && <p className="eq-advice">{say(text.advice, { text: advice })}</p>}
    </li>
  );
}

/** What an alarm means and what to do, or where to write it down. */
function Explained({
  alarm,
  device,
}: {
  alarm: Pick<AlarmRow, 'encoding' | 'level' | 'adviceZh' | 'adviceEn'>;
  device: string;
}) {
  if (alarm.level === null)
    return hasPermission(['alarm:config:add']) ? (
      <Link className="eq-explained" to={configureLink(alarm.encoding, device)}>
        {t(text.configureAlarm)}
      </Link>
    ) : null;
  const advice = adviceOf(alarm);
  if (!advice) return null;
  return (
    <details className="eq-explained">
      <summary>{t(text.explain)}</summary>
      {advice}
    </details>
  );
}

/** Advice in the reader's language, else in the other. */
function adviceOf({ adviceZh, adviceEn }: Pick<AlarmRow, 'adviceZh' | 'adviceEn'>): string | null {
  return locale === 'en_US' ? (adviceEn ?? adviceZh) : (adviceZh ?? adviceEn);
}

function Pareto({ rows, device }: { rows: AlarmHistory['pareto']; device: string }) {
  const most = Math.max(1, ...rows.map(({ minutes }) => minutes));
  return (
    <ChartFrame level={3} data={paretoData(rows, device)}>
      {rows.length === 0 && <p className="eq-note">{t(text.noAlarms)}</p>}
      <ol className="eq-pareto">
        {rows.map((row) => (
          <li key={row.encoding} title={`${row.encoding} ${alarmWords(row)}`}>
            <span>
              <b className="num">{row.encoding}</b> {alarmWords(row) || t(text.noWords)}
            </span>
            <i>
              <i style={{ width: `${(row.minutes / most) * 100}%` }} />
            </i>
            <b className="num">{Math.round(row.minutes)}</b>
            <small className="num">{say(text.alarmTimes, { n: row.count })}</small>
            <Explained alarm={row} device={device} />
          </li>
        ))}
      </ol>
    </ChartFrame>
  );
}

function History({ rows }: { rows: readonly AlarmRow[] }) {
  if (rows.length === 0) return null;
  return (
    <section>
      <h3>
        {t(text.history)} <small>{t(text.historyNote)}</small>
      </h3>
      <table className="eq-table">
        <tbody>
          {rows.map((alarm) => (
            <tr key={alarm.startTime + alarm.encoding}>
              <td className="num">{wallOf(alarm.startTime).slice(5)}</td>
              <td className="eq-clip" title={alarmWords(alarm)}>
                <b className="num">{alarm.encoding}</b> {alarmWords(alarm) || t(text.noWords)}
              </td>
              <td className="num is-right">{durationWord(alarm.seconds)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
