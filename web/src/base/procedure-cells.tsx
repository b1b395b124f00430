import { procedure } from '@millwright/contract/base/procedure';
import { pathOf } from '@millwright/contract/menu';
import { Link } from 'react-router';
import type { EntityRow } from '../entity/entity-row.ts';
import type { OwnColumn } from '../entity/list-columns.ts';
import { titleOf } from '../entity/row-acts.ts';
import { t } from '../kernel/language.tsx';
import { hasPermission } from '../kernel/permission.tsx';
import type { InputProps } from '../kinds/kind-view.ts';
import { baseText as text } from '../locales/base.ts';
import { ColourFact, ColourInput, Swatch } from './colour.tsx';

/** Cells of the list of procedures, by column. */
export const procedureCells = {
  procedureCode: (row: EntityRow) => (
    <span className="state-word">
      <Swatch colour={row['color']} />
      {String(row['procedureCode'])}
    </span>
  ),
  procedureName: (row: EntityRow) => titleOf(procedure, row),
  marks: (row: EntityRow) => <ProcedureMarks row={row} none="—" />,
  instruction: (row: EntityRow) => <InstructionLink row={row} />,
};

/** Facts of the drawer that are more than their words. */
export const procedureFacts = {
  instruction: procedureCells.instruction,
  color: (row: EntityRow) => <ColourFact colour={row['color']} />,
};

/** The way to the document itself, opened for reading. */
function InstructionLink({ row }: { row: EntityRow }) {
  const { instruction, shown } = row as EntityRow & { instruction?: string | null };
  if (!instruction) return '—';
  const name = String(shown?.['instruction'] ?? instruction);
  if (!hasPermission(['system:instruction:query'])) return <span title={name}>{name}</span>;
  return (
    <Link
      to={`${pathOf('system/instruction')}?read=${instruction}`}
      title={name}
      onClick={(event) => event.stopPropagation()}
    >
      {name}
    </Link>
  );
}

/** What the list of procedures says beside the declaration. */
export const procedureColumns: readonly OwnColumn[] = [
  { prop: 'procedureCode', width: 100 },
  { prop: 'procedureName', width: 150 },
  { prop: 'procedureType', width: 110 },
  { prop: 'sequence', width: 64 },
  { prop: 'marks', label: t(text.marks), width: 190 },
  { prop: 'standardBeat', width: 100 },
  { prop: 'instruction', width: 220 },
  { prop: 'status', width: 70 },
];

export const procedureInputs = { color: (props: InputProps) => <ColourInput {...props} /> };

/** What departs from the usual: key, checking, repeatable, without interlock; else the word given. */
export function ProcedureMarks({ row, none }: { row: EntityRow; none?: string }) {
  const marks = MARKS.filter(([name, when]) => row[name] === when).map(([, , word]) => t(word));
  if (marks.length === 0) return none;
  return (
    <span className="word-marks">
      {marks.map((mark) => (
        <span key={mark}>{mark}</span>
      ))}
    </span>
  );
}

const MARKS = [
  ['isKey', true, text.keySign],
  ['isCheck', true, text.checkSign],
  ['canRepeat', true, text.repeatSign],
  ['needPrevious', false, text.freeSign],
] as const;
