import { procedure } from '@millwright/contract/base/procedure';
import {
  ProcedureMarks,
  procedureCells,
  procedureColumns,
  procedureInputs,
} from '../../base/procedure-cells.tsx';
import { EntityForm } from '../../entity/entity-form.tsx';
import EntityPage from '../../entity/entity-page.tsx';
import type { EntityPageProps, PageFormProps } from '../../entity/entity-page.tsx';
import '../../base/base.css';

/** Procedures in the order of the line: what pieces go through, and what departs from the usual there. */
export default function ProcedurePage() {
  return <EntityPage {...page} />;
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

const page: EntityPageProps = {
  entity: procedure.name,
  columns: [
    'procedureCode',
    'procedureName',
    'procedureType',
    'sequence',
    'marks',
    'standardBeat',
    'instruction',
    'status',
    'departName',
  ],
  ownColumns: procedureColumns,
  cells: procedureCells,
  filters: ['procedureType', 'status'],
  form: ProcedureForm,
  detail: {
    subtitle: (row) => (
      <span className="state-word">
        {String(row['procedureName'])} <ProcedureMarks row={row} />
      </span>
    ),
  },
};
