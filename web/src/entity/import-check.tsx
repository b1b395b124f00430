import { importVerdicts } from '@millwright/contract/kernel/sheet';
import type {
  ImportAnswer,
  ImportError,
  ImportField,
  ImportVerdict,
} from '@millwright/contract/kernel/sheet';
import type { Text } from '@millwright/contract/kernel/text';
import { Button, Segmented, Table } from 'antd';
import type { TableColumnType } from 'antd';
import { useMemo, useRef, useState } from 'react';
import { useTableHeight } from '../controls/use-table-height.ts';
import { ActionButton } from '../kernel/debounce.tsx';
import { say, t } from '../kernel/language.tsx';
import { Mark } from '../kinds/mark.tsx';
import type { Shape } from '../kinds/mark.tsx';
import { numberText } from '../kinds/number-text.ts';
import { importText as text } from '../locales/import.ts';
import { errorsByRow, isMeaningNew, planOf, unknownWords, verdictCounts } from './import-model.ts';
import { ImportReason } from './import-reason.tsx';
import { ImportWords } from './import-words.tsx';
import { wordsWidth } from './letter-width.ts';
import type { Import } from './use-import.ts';

interface CheckedRow {
  readonly row: number;
  readonly verdict: ImportVerdict;
  readonly cells: readonly string[];
  readonly errors: readonly ImportError[];
}

/** The third step: every row with its verdict, every problem at its cell. */
export function ImportCheck({ run, answer }: { run: Import; answer: ImportAnswer }) {
  const counts = verdictCounts(answer);
  const [chosen, choose] = useState<'all' | 'error'>('error');
  const shown = counts.error > 0 ? chosen : 'all';
  const place = useRef<HTMLDivElement>(null);
  const height = useTableHeight(place, 68);
  const rows = useMemo(() => checkedRows(answer), [answer]);
  const fields = run.reading?.fields;
  const columns = useMemo(() => columnsOf(answer, fields ?? []), [answer, fields]);
  const choices = [
    { value: 'all' as const, label: `${t(text.allRows)} ${numberText(answer.total)}` },
    { value: 'error' as const, label: `${t(text.onlyErrors)} ${numberText(counts.error)}` },
  ];
  return (
    <>
      <ImportReason run={run} answer={answer} />
      {run.reading && <ImportWords run={run} reading={run.reading} answer={answer} />}
      <div className="import-counts">
        <Segmented options={choices} value={shown} onChange={choose} />
        {VERDICTS.map((verdict) => (
          <span key={verdict}>
            <Mark {...SIGNS[verdict]} /> {t(importVerdicts[verdict])}{' '}
            <b className="num">{numberText(counts[verdict])}</b>
          </span>
        ))}
      </div>
      {answer.unrehearsed && (
        <p className="import-note">{say(text.unrehearsed, { n: answer.unrehearsed })}</p>
      )}
      <div ref={place} className="import-rows" style={{ height }}>
        <Table<CheckedRow>
          rowKey="row"
          size="small"
          virtual
          tableLayout="fixed"
          pagination={false}
          columns={columns}
          dataSource={shown === 'all' ? rows : rows.filter((row) => row.verdict === 'error')}
          scroll={{
            x: columns.reduce((sum, column) => sum + Number(column.width), 0),
            y: height - HEAD_PX - BAR_PX,
          }}
        />
      </div>
    </>
  );
}

const HEAD_PX = 33;
/** Where the sideways bar stands, below the last row. */
const BAR_PX = 12;

/** Back to the columns, or on with what is good. */
export function ImportCheckButtons({ run, answer }: { run: Import; answer: ImportAnswer }) {
  const { written, refused } = planOf(answer, run.mode);
  const whole = refused === 0;
  const unknown = unknownWords(run.reading?.fields ?? [], answer.errors);
  return (
    <>
      {written > 0 ? (
        <ActionButton
          type="primary"
          disabled={isMeaningNew(unknown, run.mapping)}
          loading={run.busy}
          onClick={() => run.write(whole ? 'abort' : 'skip')}
        >
          {say(whole ? text.importAll : text.importGood, { n: written })}
        </ActionButton>
      ) : (
        <span className="import-note">{t(nothingToDo(answer, refused))}</span>
      )}
      {answer.errorFile && (
        <Button href={answer.errorFile} download>
          {t(text.errorFile)}
        </Button>
      )}
      <Button onClick={run.back}>{t(text.back)}</Button>
      <Button type="link" onClick={run.restart}>
        {t(text.otherFile)}
      </Button>
    </>
  );
}

/** Why there is nothing to import. */
function nothingToDo({ failed }: ImportAnswer, refused: number): Text {
  if (refused === 0) return text.nothingChanged;
  return failed === 0 ? text.nothingNew : text.nothingGood;
}

const VERDICTS: readonly ImportVerdict[] = ['new', 'changed', 'unchanged', 'error'];
const SIGNS: Readonly<Record<ImportVerdict, { shape: Shape; color: string }>> = {
  new: { shape: 'dot', color: '--ok-fill' },
  changed: { shape: 'diamond', color: '--info-fill' },
  unchanged: { shape: 'ring', color: '--ink-3' },
  error: { shape: 'cross', color: '--bad-fill' },
};

function checkedRows(answer: ImportAnswer): CheckedRow[] {
  const errors = errorsByRow(answer.errors);
  return answer.rows.map((row) => ({ ...row, errors: errors.get(row.row) ?? [] }));
}

function columnsOf(
  answer: ImportAnswer,
  fields: readonly ImportField[],
): TableColumnType<CheckedRow>[] {
  const options = new Map(fields.map((field) => [field.field, field.options ?? []]));
  /** A cell of the file as it stands there; a value for all rows by its name. */
  const said = (field: string, column: string | null, cell: string) =>
    (column === null && options.get(field)?.find(({ value }) => value === cell)?.label) || cell;
  const filled = answer.columns
    .map((column, index) => ({ ...column, index }))
    .filter(
      (column) =>
        column.column !== null || answer.errors.some((error) => error.field === column.field),
    );
  const known = new Set(filled.map((column) => column.field));
  return [
    {
      key: 'row',
      title: t(text.row),
      width: 64,
      fixed: 'start',
      align: 'right',
      render: (_value, { row }) => <span className="num">{row}</span>,
    },
    {
      key: 'verdict',
      title: t(text.verdict),
      width: 112,
      fixed: 'start',
      render: (_value, { verdict }) => (
        <span className="state-word">
          <Mark {...SIGNS[verdict]} /> {t(importVerdicts[verdict])}
        </span>
      ),
    },
    ...(answer.errors.some((error) => !known.has(fieldOf(error))) ? [elsewhere(known)] : []),
    ...filled.map(({ field, label, column, index }): TableColumnType<CheckedRow> => ({
      key: field,
      title: label,
      width: widthOf(
        label,
        answer.rows.map(({ cells }) => said(field, column, cells[index] ?? '')),
        answer.errors.some((error) => fieldOf(error) === field),
      ),
      render: (_value, row) => (
        <CheckedCell
          value={said(field, column, row.cells[index] ?? '')}
          problems={row.errors.filter((error) => fieldOf(error) === field)}
        />
      ),
    })),
  ];
}

/** Px that the words of a column need; sentences of problems break into lines. */
function widthOf(label: string, cells: readonly string[], hasProblems: boolean): number {
  const longest = Math.max(
    wordsWidth(label, LETTERS),
    ...cells.slice(0, ROWS_MEASURED).map((cell) => wordsWidth(cell, LETTERS)),
  );
  const need = Math.ceil(longest) + CELL_PADDING;
  return Math.min(Math.max(need, hasProblems ? PROBLEM_PX : 0), WIDEST);
}

const LETTERS = 13;
const CELL_PADDING = 20;
const ROWS_MEASURED = 200;
const PROBLEM_PX = 170;
const WIDEST = 240;

/** Problems of the row as a whole, and of fields that no column fills. */
function elsewhere(known: ReadonlySet<string>): TableColumnType<CheckedRow> {
  return {
    key: 'elsewhere',
    title: t(text.problems),
    width: 240,
    render: (_value, row) => (
      <CheckedCell value="" problems={row.errors.filter((error) => !known.has(fieldOf(error)))} />
    ),
  };
}

function fieldOf(error: ImportError): string {
  return error.field.split('.')[0] ?? '';
}

function CheckedCell({ value, problems }: { value: string; problems: readonly ImportError[] }) {
  if (problems.length === 0) return <span title={value}>{value}</span>;
  return (
    <span className="import-problem">
      {value !== '' && <span title={value}>{value}</span>}
      {[...new Set(problems.map(({ message }) => message))].map((message) => (
        <small key={message}>{message}</small>
      ))}
    </span>
  );
}
