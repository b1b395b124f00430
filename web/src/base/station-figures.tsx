import { line } from '@millwright/contract/base/line';
import { station } from '@millwright/contract/base/station';
import { tagFor } from '@millwright/contract/registry';
import { FigureStrip, useCount } from '../entity/figures.tsx';
import type { Figure } from '../entity/figures.tsx';
import type { Filters } from '../entity/list-address.ts';
import type { List } from '../entity/use-list.ts';
import { t } from '../kernel/language.tsx';
import { hasPermission } from '../kernel/permission.tsx';
import { baseText as text } from '../locales/base.ts';

const DISCHARGE: Filters = { dischargeFlag: 'true' };
const NG: Filters = { ngStationFlag: 'true' };
const NONE: readonly Figure[] = [];
const WITHOUT: Filters = { hasOutput: 'false', status: '1' };

/** Where pieces leave the lines, and the lines that they never leave. */
export function StationFigures({ list }: { list: List }) {
  return hasPermission([tagFor(line, 'list')]) ? (
    <WithLines list={list} />
  ) : (
    <Figures list={list} />
  );
}

function WithLines({ list }: { list: List }) {
  const without = useCount(line, WITHOUT)?.total;
  return (
    <Figures
      list={list}
      more={[
        {
          key: 'without',
          label: text.linesWithout,
          value: without,
          tone: without ? 'warn' : undefined,
          note: without ? t(text.linesWithoutHint) : undefined,
        },
      ]}
    />
  );
}

function Figures({ list, more = NONE }: { list: List; more?: readonly Figure[] }) {
  const discharge = useCount(station, DISCHARGE)?.total;
  const ng = useCount(station, NG)?.total;
  return (
    <FigureStrip
      list={list}
      figures={[
        {
          key: 'discharge',
          label: text.discharge,
          value: discharge,
          filters: DISCHARGE,
          note: t(text.dischargeHint),
        },
        { key: 'ng', label: text.ngStations, value: ng, filters: NG, note: t(text.ngHint) },
        ...more,
      ]}
    />
  );
}
