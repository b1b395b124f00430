import { LineCalendar } from '../../base/line-calendar.tsx';
import { lineCells, lineColumns, lineFacts } from '../../base/line-cells.tsx';
import { LineForm } from '../../base/line-form.tsx';
import { LineShifts } from '../../base/line-shifts.tsx';
import { LineSketch } from '../../base/line-sketch.tsx';
import { linePlate } from '../../base/plates.ts';
import { plateActsOf, usePlates } from '../../base/use-plates.tsx';
import { RowDetails } from '../../entity/row-details.tsx';
import EntityPage from '../../entity/entity-page.tsx';
import type { EntityPageProps } from '../../entity/entity-page.tsx';
import { t } from '../../kernel/language.tsx';
import { isCompanyWide } from '../../kernel/permission.tsx';
import { lineText as text } from '../../locales/line.ts';
import { line } from '@millwright/contract/base/line';
import '../../base/base.css';

/** Production lines: when they work, with which devices, and where their pieces leave. */
export default function LinePage() {
  const { act, dialog } = usePlates(linePlate);
  return (
    <>
      <EntityPage {...page} columns={isCompanyWide() ? ofAllSites : ofOneSite} onAct={act} />
      {dialog}
    </>
  );
}

const plateActs = plateActsOf(line);

const ofOneSite = [
  'code',
  'name',
  'lineType',
  'shifts',
  'devices',
  'bottleneck',
  'leader',
  'hasOutput',
  'status',
];

/** The department takes the room of the bottleneck, so that the state stays in sight. */
const ofAllSites = [...ofOneSite.filter((prop) => prop !== 'bottleneck'), 'departName'];

const page: EntityPageProps = {
  entity: line.name,
  ownColumns: lineColumns,
  cells: lineCells,
  filters: ['lineType', 'status', 'hasOutput'],
  form: LineForm,
  ownActs: plateActs,
  ownBatch: plateActs,
  detail: {
    tabs: (row) => [
      {
        key: 'overview',
        label: t(text.overview),
        content: (
          <div className="line-overview">
            <LineShifts row={row} />
            <LineSketch row={row} />
          </div>
        ),
      },
      {
        key: 'calendar',
        label: t(text.calendar),
        content: <LineCalendar key={row.id} row={row} />,
      },
    ],
    details: (row) => <RowDetails entity={line} row={row} cells={lineFacts} />,
  },
};
