import { stateSources } from '@millwright/contract/device/state';
import type { StateHistory } from '@millwright/contract/equipment/live-equipment';
import type { EntityRow } from '../entity/entity-row.ts';
import { t } from '../kernel/language.tsx';
import { wallOf } from '../kinds/site-time.ts';
import { equipmentText as text } from '../locales/equipment.ts';
import { durationWord } from '../log/duration-word.ts';
import { Awaited } from './awaited.tsx';
import { NotRead } from './not-read.tsx';
import { useView } from './use-view.ts';

/** Which programs a machine ran within a day and for how long; then its tools, or what a robot carries. */
export function ProgramTab({ row }: { row: EntityRow }) {
  const { data, error, refetch } = useView(row, 'states', { span: 'day' });
  if (!data) return <NotRead error={error} onRetry={() => void refetch()} />;
  const programs = programsOf(data);
  return (
    <div className="eq-tab">
      <section>
        <h3>
          {t(text.programs)} <small>{t(text.programsNote)}</small>
        </h3>
        {programs.length === 0 && <p className="eq-note">{t(text.noPrograms)}</p>}
        {programs.length > 0 && (
          <table className="eq-table">
            <thead>
              <tr>
                <th>{t(text.program)}</th>
                <th className="is-right">{t(text.runTime)}</th>
                <th className="is-right">{t(text.starts)}</th>
              </tr>
            </thead>
            <tbody>
              {programs.map(({ program, seconds, starts }) => (
                <tr key={program}>
                  <td className="num">{program}</td>
                  <td className="num is-right">{durationWord(Math.round(seconds))}</td>
                  <td className="num is-right">{starts}</td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </section>
      {row['equipmentKind'] === 'robot' ? (
        <Awaited missing={text.noLoad} will={text.noLoadWill} />
      ) : (
        <Awaited missing={text.noTools} will={text.noToolsWill} />
      )}
    </div>
  );
}

/** Running time and beginnings of each program, the longest first. */
function programsOf({ intervals }: StateHistory) {
  const running = intervals.filter(({ status, program }) => status === 'run' && program !== null);
  return [...Map.groupBy(running, ({ program }) => program ?? '')]
    .map(([program, spans]) => ({
      program,
      seconds: spans.reduce(
        (sum, { from, to }) => sum + (Date.parse(to) - Date.parse(from)) / 1000,
        0,
      ),
      starts: spans.length,
    }))
    .toSorted((a, b) => b.seconds - a.seconds);
}

/** When a machine was in maintenance; its ledger and repairs are not kept yet. */
export function MaintenanceTab({ row }: { row: EntityRow }) {
  const { data, error, refetch } = useView(row, 'maintenance');
  if (!data) return <NotRead error={error} onRetry={() => void refetch()} />;
  return (
    <div className="eq-tab">
      <section>
        <h3>
          {t(text.inMaintenance)} <small>{t(text.inMaintenanceNote)}</small>
        </h3>
        {data.spans.length === 0 && <p className="eq-note">{t(text.noMaintenance)}</p>}
        {data.spans.length > 0 && (
          <table className="eq-table">
            <thead>
              <tr>
                <th>{t(text.from)}</th>
                <th className="is-right">{t(text.length)}</th>
                <th>{t(text.note)}</th>
                <th>{t(text.source)}</th>
              </tr>
            </thead>
            <tbody>
              {data.spans.map(({ from, to, seconds, note, source }) => (
                <tr key={from}>
                  <td className="num">{wallOf(from).slice(0, 16)}</td>
                  <td className="num is-right">
                    {to === null ? t(text.lasting) : durationWord(Math.round(seconds))}
                  </td>
                  <td className="eq-clip">{note ?? '—'}</td>
                  <td>{sourceWord(source)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </section>
      <Awaited missing={text.noLedger} will={text.noLedgerWill} />
    </div>
  );
}

/** Who told a state: the machine, a person, or the silence of either. */
export function sourceWord(source: string): string {
  return source in stateSources ? t(stateSources[source as keyof typeof stateSources]) : source;
}
