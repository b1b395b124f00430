import { reasonCode } from '@millwright/contract/base/reason-code';
import { reasonCells, reasonColumns, reasonFacts, reasonInputs } from '../../base/reason-cells.tsx';
import { ReasonKinds } from '../../base/reason-kinds.tsx';
import { EntityForm } from '../../entity/entity-form.tsx';
import EntityPage from '../../entity/entity-page.tsx';
import type { EntityPageProps, PageFormProps } from '../../entity/entity-page.tsx';
import type { Values } from '../../entity/form-draft.ts';
import { RowDetails } from '../../entity/row-details.tsx';
import type { List } from '../../entity/use-list.ts';
import { isCompanyWide } from '../../kernel/permission.tsx';
import '../../base/base.css';

/** Reasons by kind, each group with its reasons below it. */
export default function ReasonCodePage() {
  return <EntityPage {...page} columns={isCompanyWide() ? ofAllSites : ofOneSite} />;
}

/** Stops have a category and alarms that propose them; defects, scrap and rework have a severity. */
function ReasonForm({ row, onClose }: PageFormProps) {
  return (
    <EntityForm
      entity={reasonCode}
      row={row}
      inputs={reasonInputs}
      shows={shows}
      onClose={onClose}
      onSaved={onClose}
    />
  );
}

const OF_KIND: Readonly<Record<string, readonly string[]>> = {
  category: ['downtime', 'repairCause'],
  alarmEncodings: ['downtime', 'repairCause'],
  severity: ['defect', 'scrap', 'rework', 'hold'],
  allowRework: ['defect', 'rework', 'hold'],
};

function shows(name: string, values: Values): boolean {
  return OF_KIND[name]?.includes(String(values['kind'])) ?? true;
}

const ofOneSite = [
  'code',
  'name',
  'kind',
  'category',
  'procedureIds',
  'alarmEncodings',
  'status',
  'allowRework',
  'sequence',
];

/** Sites have the same codes: whose one is stands beside it, in the room of rework and sequence. */
const ofAllSites = [
  'code',
  'name',
  'departName',
  'kind',
  'category',
  'procedureIds',
  'alarmEncodings',
  'status',
];

const page: EntityPageProps = {
  entity: reasonCode.name,
  ownColumns: reasonColumns,
  cells: reasonCells,
  filters: ['category', 'severity', 'procedureIds', 'status'],
  form: ReasonForm,
  toolbar: (list: List) => <ReasonKinds list={list} />,
  detail: {
    details: (row) => (
      <RowDetails
        entity={reasonCode}
        row={row}
        omit={Object.keys(OF_KIND).filter((name) => !shows(name, row))}
        cells={reasonFacts}
      />
    ),
  },
};
