import type { AnyField } from '@millwright/contract/kernel/field';
import type { RowsField } from '@millwright/contract/kinds/rows';
import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { StepButtons } from '../controls/step-buttons.tsx';
import { say, t } from '../kernel/language.tsx';
import { entityText } from '../locales/entity.ts';
import type { CellProps, InputProps, KindView } from './kind-view.ts';
import { mustFill } from './must-fill.ts';
import { PresenceFilter, PresenceWords } from './presence.tsx';
import { registeredView as viewOf } from './kind-registry.ts';
import { problemAt, useFormProblems } from './form-problems.ts';
import { textOf } from '@millwright/contract/kernel/text';
import './rows.css';
import { uniqueKey } from '../kernel/unique-key.ts';

type ChildRow = Readonly<Record<string, unknown>>;

/** Child rows: their number in lists, a table with add, remove and order in forms. */
export const rowsView: KindView<RowsField> = {
  width: 80,
  right: true,
  wide: true,
  Cell: RowsCell,
  Input: RowsInput,
  Filter: PresenceFilter,
  Words: PresenceWords,
};

function RowsCell({ value }: CellProps<RowsField>) {
  return <span className="num">{Array.isArray(value) ? value.length : '—'}</span>;
}

function RowsInput({ field, id, value, onChange, disabled = false }: InputProps<RowsField>) {
  const rows = (Array.isArray(value) ? value : []) as readonly ChildRow[];
  return (
    <div className="child-rows" id={id} role="group" aria-label={t(field.label)} tabIndex={-1}>
      {rows.length > 0 && (
        <ChildTable field={field} id={id} rows={rows} disabled={disabled} onChange={onChange} />
      )}
      <Button
        type="dashed"
        icon={<PlusOutlined aria-hidden />}
        disabled={disabled || rows.length >= field.max}
        onClick={() => onChange([...rows, emptyRow(field)])}
      >
        {t(entityText.addRow)}
      </Button>
    </div>
  );
}

function ChildTable({
  field,
  id,
  rows,
  disabled,
  onChange,
}: {
  field: RowsField;
  id: string;
  rows: readonly ChildRow[];
  disabled: boolean;
  onChange: (rows: readonly ChildRow[]) => void;
}) {
  const columns = Object.entries(field.columns).filter(([, column]) => column.form);
  const set = (index: number, name: string, next: unknown) =>
    onChange(rows.with(index, { ...rows[index], [name]: next }));
  return (
    <table style={{ minWidth: leastWidth(columns.map(([, column]) => column)) }}>
      <colgroup>
        <col style={{ width: PLACE_WIDTH }} />
        {columns.map(([name, column]) => (
          <col key={name} style={{ width: viewOf(column).childWidth }} />
        ))}
        <col style={{ width: TOOLS_WIDTH }} />
      </colgroup>
      <thead>
        <tr>
          <th className="child-place" scope="col">
            #
          </th>
          {columns.map(([name, column]) => (
            <th key={name} scope="col" className={mustFill(column) ? 'is-required' : undefined}>
              {headOf(column)}
            </th>
          ))}
          <th className="child-tools" scope="col">
            <span className="sr-only">{t(entityText.actions)}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => (
          <tr key={keyOf(row, index)}>
            <td className="child-place num">{index + 1}</td>
            {columns.map(([name, column]) => (
              <td key={name}>
                <ChildInput
                  field={withoutUnit(column)}
                  path={`${id}.${index}.${name}`}
                  index={index}
                  row={row}
                  name={name}
                  disabled={disabled}
                  onChange={(next) => set(index, name, next)}
                />
              </td>
            ))}
            <td className="child-tools">
              <StepButtons
                small
                canUp={!disabled && index > 0}
                canDown={!disabled && index < rows.length - 1}
                onStep={(by) => onChange(moved(rows, index, by))}
              />
              <Button
                type="text"
                size="small"
                icon={<DeleteOutlined aria-hidden />}
                aria-label={t(entityText.removeRow)}
                title={t(entityText.removeRow)}
                disabled={disabled}
                onClick={() => onChange(rows.toSpliced(index, 1))}
              />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Px below which a table of these columns scrolls sideways. */
function leastWidth(columns: readonly AnyField[]): number {
  const widths = columns.map((column) => viewOf(column).childWidth ?? LEAST_SHARE);
  return PLACE_WIDTH + widths.reduce((sum, width) => sum + width, 0) + TOOLS_WIDTH;
}

const PLACE_WIDTH = 32;
const TOOLS_WIDTH = 92;
/** Px of a choice or reference that can still be told from others. */
const LEAST_SHARE = 144;

/** One field of a child row; its problem stands below it. */
function ChildInput({
  field,
  path,
  index,
  row,
  name,
  disabled,
  onChange,
}: {
  field: AnyField;
  path: string;
  index: number;
  row: ChildRow;
  name: string;
  disabled: boolean;
  onChange: (next: unknown) => void;
}) {
  const problem = problemAt(useFormProblems(), path);
  const { Input } = viewOf(field);
  const shown = (row['shown'] as Readonly<Record<string, string | string[]>> | undefined)?.[name];
  return (
    <>
      <label className="sr-only" id={`${path}-label`} htmlFor={path}>
        {say(entityText.inRow, { n: index + 1, label: field.label })}
      </label>
      <div role="group" aria-labelledby={`${path}-label`}>
        <Input
          field={field}
          id={path}
          value={row[name]}
          shown={shown}
          disabled={disabled}
          onChange={onChange}
          invalid={problem !== undefined}
          describedBy={problem ? `${path}-problem` : undefined}
        />
      </div>
      {problem && (
        <div className="form-problem" id={`${path}-problem`}>
          {problem}
        </div>
      )}
    </>
  );
}

/** The rows with one of them moved by a step; at an edge nothing moves. */
export function moved<T>(rows: readonly T[], index: number, step: -1 | 1): T[] {
  const row = rows[index];
  const other = rows[index + step];
  if (row === undefined || other === undefined) return [...rows];
  return rows.map((one, at) => (at === index ? other : at === index + step ? row : one));
}

function headOf(column: AnyField): string {
  return column.unit ? `${t(column.label)}/${t(column.unit)}` : t(column.label);
}

/** The unit stands in the head already. */
function withoutUnit(column: AnyField): AnyField {
  if (!column.unit) return column;
  const { unit: _unit, ...rest } = column;
  return rest;
}

function emptyRow(field: RowsField): ChildRow {
  const defaults = Object.entries(field.columns).filter(
    ([, column]) => column.default !== undefined,
  );
  return {
    key: uniqueKey(),
    ...Object.fromEntries(defaults.map(([name, column]) => [name, column.default])),
  };
}

function keyOf(row: ChildRow, index: number): string {
  return textOf(row['id'] ?? row['key'] ?? index);
}
