import { procedure } from '@millwright/contract/base/procedure';
import {
  ProcedureMarks,
  procedureCells,
  procedureColumns,
  procedureFacts,
  procedureInputs,
} from '../../base/procedure-cells.tsx';
import { EntityForm } from '../../entity/entity-form.tsx';
import EntityPage from '../../entity/entity-page.tsx';
import type { EntityPageProps, PageFormProps } from '../../entity/entity-page.tsx';
import { titleOf } from '../../entity/row-acts.ts';
import { RowDetails } from '../../entity/row-details.tsx';
import { isCompanyWide } from '../../kernel/permission.tsx';
import '../../base/base.css';

/** Procedures in the order of the line: what pieces go through, and what departs from the usual there. */
export default function ProcedurePage() {
  return <EntityPage {...page} columns={isCompanyWide() ? ofAllSites : ofOneSite} />;
}

function ProcedureForm({ row, onClose }: PageFormProps) {
  return (
    <EntityForm
      entity={procedure}
      row={row}
      inputs={procedureInputs}
      onClose={onClose}
      onSaved={onClose}
    />
  );
}

const ofOneSite = [
  'procedureCode',
  'procedureName',
  'procedureType',
  'sequence',
  'marks',
  'standardBeat',
  'instruction',
  'status',
];

/** The department takes the room of sequence and beat, so that nothing leaves the sight. */
const ofAllSites = [
  ...ofOneSite.filter((prop) => prop !== 'sequence' && prop !== 'standardBeat'),
  'departName',
];

const page: EntityPageProps = {
  entity: procedure.name,
  ownColumns: procedureColumns,
  cells: procedureCells,
  filters: ['procedureType', 'status'],
  form: ProcedureForm,
  detail: {
    subtitle: (row) => (
      <span className="state-word">
        {titleOf(procedure, row)} <ProcedureMarks row={row} />
      </span>
    ),
    details: (row) => <RowDetails entity={procedure} row={row} cells={procedureFacts} />,
  },
};
