import { fieldLabel } from '@millwright/contract/kernel/field-label';
import type { AnyEntity } from '@millwright/contract/kernel/entity';
import { fieldsFor } from '@millwright/contract/kernel/field';
import type { AnyField } from '@millwright/contract/kernel/field';
import type { RowsField } from '@millwright/contract/kinds/rows';
import type { ReactNode } from 'react';
import { t } from '../kernel/language.tsx';
import { isCompanyWide } from '../kernel/permission.tsx';
import { viewOf } from '../kinds/kind-views.ts';
import { wallOf } from '../kinds/site-time.ts';
import { entityText } from '../locales/entity.ts';
import type { EntityRow } from './entity-row.ts';
import { sectionsOf } from './form-sections.ts';
import type { Cells } from './list-columns.ts';
import { textOf } from '@millwright/contract/kernel/text';

/** Everything that a row holds, in the sections of its form; who made and changed it stands last. */
export function RowDetails({
  entity,
  row,
  omit = NONE,
  cells = NO_CELLS,
}: {
  entity: AnyEntity;
  row: EntityRow;
  omit?: readonly string[];
  /** Facts shown in the page's own way, units and all. */
  cells?: Cells;
}) {
  const companyWide = isCompanyWide();
  const fields = fieldsFor(entity.fields, companyWide).filter(
    ([name, field]) => !field.secret && !omit.includes(name),
  );
  return (
    <div className="row-details">
      {sectionsOf(entity, fields).map((section) => (
        <section key={section.key}>
          {section.label && <h3>{t(section.label)}</h3>}
          <dl>
            {section.fields.map(([name, field]) => (
              <Fact
                key={name}
                label={
                  section.fields.length === 1 &&
                  section.label &&
                  t(section.label) === t(field.label)
                    ? ''
                    : factLabel(field, cells[name])
                }
                wide={isWide(field, row[name])}
              >
                {cells[name]?.(row) ?? <Value field={field} name={name} row={row} />}
              </Fact>
            ))}
          </dl>
        </section>
      ))}
      <section>
        <h3>{t(entityText.record)}</h3>
        <dl>
          {companyWide && row.departName && !('departName' in entity.fields) && (
            <Fact label={systemLabel('departName')}>{row.departName}</Fact>
          )}
          {!('remark' in entity.fields) && (
            <Fact label={systemLabel('remark')} wide>
              {row.remark ?? '—'}
            </Fact>
          )}
          {(['create', 'update'] as const)
            .filter(() => entity.scope !== 'log')
            .map((verb) => (
              <Fact key={verb} label={systemLabel(`${verb}Time`)}>
                <span className="num">{wallOf(row[`${verb}Time`])}</span>{' '}
                <span className="fact-person">{personOf(row, `${verb}By`)}</span>
              </Fact>
            ))}
        </dl>
      </section>
    </div>
  );
}

const NONE: readonly string[] = [];
const NO_CELLS: Cells = {};

/** The label with its unit, which a cell of the page's own says itself. */
export function factLabel(field: AnyField, own?: Cells[string]): string {
  return field.unit && !own ? `${t(field.label)}/${t(field.unit)}` : t(field.label);
}

/** A label in 12 px grey above its value. */
export function Fact({
  label,
  wide,
  long,
  children,
}: {
  label: string;
  wide?: boolean;
  /** Two columns, for what would break within a word. */
  long?: boolean;
  children: ReactNode;
}) {
  return (
    <div className={`fact ${wide ? 'is-wide' : long ? 'is-long' : ''}`.trimEnd()}>
      {label !== '' && <dt>{label}</dt>}
      <dd>{children}</dd>
    </div>
  );
}

function Value({ field, name, row }: { field: AnyField; name: string; row: EntityRow }) {
  if (field.kind.name === 'rows')
    return <ChildTable field={field as unknown as RowsField} rows={row[name]} />;
  const { Cell } = viewOf(field);
  return <Cell field={field} value={row[name]} shown={row.shown?.[name]} />;
}

function ChildTable({ field, rows }: { field: RowsField; rows: unknown }) {
  const list = Array.isArray(rows) ? (rows as Record<string, unknown>[]) : [];
  if (list.length === 0) return '—';
  const columns = Object.entries(field.columns).map(([name, column]) => ({
    name,
    column,
    view: viewOf(column),
  }));
  return (
    <table className="child-table">
      <thead>
        <tr>
          {columns.map(({ name, column, view }) => (
            <th key={name} className={view.right ? 'is-right' : undefined}>
              {factLabel(column)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {list.map((child, index) => (
          <tr key={textOf(child['id'] ?? index)}>
            {columns.map(({ name, column, view }) => (
              <td key={name} className={view.right ? 'is-right' : undefined}>
                <view.Cell
                  field={column}
                  value={child[name]}
                  shown={(child['shown'] as Record<string, string> | undefined)?.[name]}
                />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** What takes a line of its own: tables, texts of several lines, and sentences that a module gathered. */
function isWide(field: AnyField, value: unknown): boolean {
  const isSentence = field.kind.name === 'shown' && textOf(value ?? '').length > SENTENCE;
  const { lines } = field as { lines?: number };
  return isSentence || viewOf(field).wide === true || lines !== undefined;
}

const SENTENCE = 24;

function systemLabel(name: string): string {
  return t(fieldLabel(name, {}));
}

/** Lists do not name people; the whole row does. */
function personOf(row: EntityRow, name: 'createBy' | 'updateBy'): string {
  const shown = row.shown?.[name];
  return typeof shown === 'string' ? shown : '';
}
