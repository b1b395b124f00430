import type { FilterValue } from '@millwright/contract/kernel/query';
import { dncLog } from '@millwright/contract/log/dnc';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { placeOf } from '../entity/list-place.ts';
import { keyOf } from '../entity/query-key.ts';
import type { List } from '../entity/use-list.ts';
import { api } from '../kernel/api.ts';
import { say, t } from '../kernel/language.tsx';
import { wallOf } from '../kinds/site-time.ts';
import { logText as text } from '../locales/logs.ts';
import './log-figures.css';
import './log-lists.css';

interface LastProgram {
  readonly id: string;
  readonly at: string;
  readonly deviceNumber: string;
  readonly deviceName: string | null;
  readonly programNo: string;
  readonly programName: string | null;
  readonly version: string | null;
  readonly matchResult: 'same' | 'different' | null;
}

/** The program that each machine tool got last; a click shows what was done with the machine. */
export function DncPrograms({ list }: { list: List }) {
  const params = placeOf(list);
  const { data } = useQuery({
    queryKey: keyOf(dncLog, 'last-programs', params),
    queryFn: ({ signal }) =>
      api.get<{ list: LastProgram[] }>(`${dncLog.path}/last-programs`, params, {
        signal,
        quiet: true,
      }),
    placeholderData: keepPreviousData,
  });
  return (
    <section className="log-figure">
      <h2>
        {t(text.lastPrograms)} <small>{t(text.lastProgramsHint)}</small>
      </h2>
      {data?.list.length === 0 && <p>{t(text.noPrograms)}</p>}
      <ul className="program-list">
        {data?.list.map((program) => (
          <li key={program.id}>
            <button
              type="button"
              aria-label={say(text.onlyDevice, { name: program.deviceNumber })}
              title={`${program.deviceName ?? ''} ${wallOf(program.at)}`}
              onClick={() => list.filter({ ...list.state.filters, ...filterOf(list, program) })}
            >
              <span>{program.deviceNumber}</span>
              <b>
                {program.programNo} <small>{program.version}</small>
              </b>
              {program.matchResult === 'different' && <em>{t(text.differs)}</em>}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The machine, in a time that reaches back to when it got the program. */
function filterOf(
  { state }: List,
  { deviceNumber, at }: LastProgram,
): Readonly<Record<string, FilterValue>> {
  const span = state.filters['at'];
  const day = wallOf(at).slice(0, 10);
  const isCut = typeof span === 'object' && 'begin' in span && (span.begin ?? '') > day;
  return isCut ? { deviceNumber, at: { ...span, begin: day } } : { deviceNumber };
}
