import type {
  ImportField,
  ImportMapping,
  ImportReading,
  MappingSource,
} from '@millwright/contract/kernel/sheet';
import { CloseOutlined } from '@ant-design/icons';
import { Button, Input, InputNumber, Segmented, Select } from 'antd';
import { ActionButton } from '../kernel/debounce.tsx';
import { say, t } from '../kernel/language.tsx';
import { importText as text } from '../locales/import.ts';
import { markText } from '../locales/marks.ts';
import { clearing } from '../controls/clearing.tsx';
import { isNeeded, mapped, openFields, sharedColumns, unusedColumns } from './import-model.ts';
import type { Import, WriteMode } from './use-import.ts';

interface MappingProps {
  readonly run: Import;
  readonly reading: ImportReading;
}

/** The second step: which column of the file fills which field; what was proposed says why. */
export function ImportMappingTable({ run, reading }: MappingProps) {
  const unused = unusedColumns(reading, run.mapping);
  const shared = sharedColumns(run.mapping);
  const sources = new Map(reading.mapping.map((one) => [one.field, one]));
  return (
    <>
      <SheetChoice run={run} reading={reading} />
      <table className="child-table import-mapping">
        <thead>
          <tr>
            <th>{t(text.field)}</th>
            <th>{t(text.column)}</th>
            <th>{t(text.samples)}</th>
          </tr>
        </thead>
        <tbody>
          {reading.fields.map((field) => {
            const one = run.mapping.find((other) => other.field === field.field) ?? {
              field: field.field,
              column: null,
              value: null,
            };
            const proposed = sources.get(field.field);
            const source =
              proposed && proposed.column === one.column && proposed.value === one.value
                ? proposed.source
                : null;
            return (
              <MappingRow
                key={field.field}
                run={run}
                reading={reading}
                field={field}
                one={one}
                source={source}
                shared={one.column !== null && shared.has(one.column)}
              />
            );
          })}
        </tbody>
      </table>
      {unused.length > 0 && (
        <p className="import-note">{say(text.unused, { list: unused.join(t(markText.comma)) })}</p>
      )}
    </>
  );
}

/** Back, and on to the check. Rows that exist may be changed in a few fields, once their site is known; new rows need all required ones. */
export function ImportMappingButtons({ run, reading }: MappingProps) {
  const open = openFields(reading, run.mapping, run.mode);
  const labels = reading.fields.filter(({ field }) => open.includes(field));
  return (
    <>
      <ActionButton
        type="primary"
        disabled={open.length > 0}
        loading={run.busy}
        onClick={() => run.check()}
      >
        {t(text.check)}
      </ActionButton>
      <Button onClick={run.back}>{t(text.back)}</Button>
      {open.length > 0 && (
        <span className="import-open">
          {say(text.stillOpen, {
            list: labels.map(({ label }) => label).join(t(markText.comma)),
          })}
        </span>
      )}
    </>
  );
}

function SheetChoice({ run, reading }: MappingProps) {
  const again = (place: { sheet?: string; headerRow?: number }) =>
    void (run.file && run.read(run.file, { sheet: reading.sheet, ...place }));
  const labels = new Map(reading.fields.map((field) => [field.field, field.label]));
  const modes = (
    [
      ['upsert', text.modeUpsert],
      ['insert', text.modeInsert],
    ] as const
  ).map(([value, label]) => ({ value, label: t(label) }));
  return (
    <div className="import-sheet">
      <strong>{run.file?.name}</strong>
      <label>
        {t(text.sheet)}
        <Select
          value={reading.sheet}
          disabled={run.busy}
          popupMatchSelectWidth={false}
          onChange={(sheet: string) => again({ sheet })}
          options={reading.sheets.map((sheet) => ({
            value: sheet.name,
            label: say(text.sheetRows, {
              name: sheet.name,
              n: rowsBelow(sheet.rowCount, reading.headerRow),
            }),
          }))}
        />
      </label>
      <label>
        {t(text.headerRow)}
        <InputNumber
          min={1}
          max={100}
          value={reading.headerRow}
          disabled={run.busy}
          onChange={(row) => row && again({ headerRow: row })}
        />
      </label>
      <span>
        {t(text.mode)}
        <Segmented<WriteMode> options={modes} value={run.mode} onChange={run.setMode} />
        <small>
          {say(text.modeHelp, {
            key: reading.key.map((name) => labels.get(name) ?? name).join(' + '),
          })}
        </small>
      </span>
    </div>
  );
}

interface MappingRowProps extends MappingProps {
  readonly field: ImportField;
  readonly one: ImportMapping;
  readonly source: MappingSource | null;
  readonly shared: boolean;
}

const SOURCES = { label: text.byLabel, earlier: text.byEarlier, guess: text.byGuess } as const;
const FIXED = '\u0000fixed';

function MappingRow({ run, reading, field, one, source, shared }: MappingRowProps) {
  const isOpen = field.required && one.column === null && (one.value ?? '') === '';
  const isStop = isNeeded(field, run.mode);
  const header = reading.headers.find((other) => other.column === one.column);
  const options = [
    ...reading.headers.map((other) => ({
      value: other.column,
      label: `${other.column} · ${other.label}`,
    })),
    { value: FIXED, label: t(text.fixedValue) },
  ];
  const choose = (column: string | undefined) =>
    run.map((mapping) =>
      column === FIXED
        ? mapped(mapping, field.field, null, '')
        : mapped(mapping, field.field, column ?? null, null),
    );
  return (
    <tr>
      <td className={field.required ? 'is-required' : undefined}>{field.label}</td>
      <td>
        <Select
          allowClear={clearing}
          showSearch={{ optionFilterProp: 'label' }}
          aria-label={field.label}
          placeholder={t(text.notMapped)}
          options={options}
          onChange={choose}
          value={one.column ?? (one.value === null ? undefined : FIXED)}
          {...(isOpen ? { status: isStop ? ('error' as const) : ('warning' as const) } : {})}
        />
        {isOpen && (
          <div className={isStop ? 'form-problem' : 'form-help'}>
            {t(isStop ? text.requiredOpen : text.requiredForNew)}
          </div>
        )}
        {shared && header && (
          <div className="import-shared">{say(text.twice, { label: header.label })}</div>
        )}
      </td>
      <td>
        {one.value !== null && one.column === null ? (
          <FixedValue
            field={field}
            value={one.value}
            onChange={(value) => run.map((mapping) => mapped(mapping, field.field, null, value))}
          />
        ) : (
          <span className="import-samples">
            {header?.samples.filter(Boolean).slice(0, 3).join(' · ')}
          </span>
        )}
        {one.words && <KeptWords run={run} field={field} words={one.words} />}
        {source && (
          <small className={source === 'guess' ? 'is-warn' : undefined}>{t(SOURCES[source])}</small>
        )}
      </td>
    </tr>
  );
}

/** Words of the column and what they are read as. */
function KeptWords({
  run,
  field,
  words,
}: {
  run: Import;
  field: ImportField;
  words: NonNullable<ImportMapping['words']>;
}) {
  const labels = new Map(field.options?.map(({ value, label }) => [value, label]));
  const pairs = Object.entries(words).map(
    ([word, value]) => `${word} → ${labels.get(value) ?? value}`,
  );
  if (pairs.length === 0) return null;
  const forget = () =>
    run.map((mapping) =>
      mapping.map((one) => (one.field === field.field ? { ...one, words: {} } : one)),
    );
  return (
    <div className="import-kept">
      {say(text.wordsKept, { list: pairs.join(' · ') })}
      <Button
        type="link"
        size="small"
        aria-label={say(text.forgetWords, { label: field.label })}
        icon={<CloseOutlined />}
        onClick={forget}
      />
    </div>
  );
}

function FixedValue({
  field,
  value,
  onChange,
}: {
  field: ImportField;
  value: string;
  onChange: (value: string) => void;
}) {
  if (field.options)
    return (
      <Select
        aria-label={`${field.label}: ${t(text.fixed)}`}
        placeholder={t(text.fixed)}
        options={field.options}
        value={value === '' ? undefined : value}
        onChange={onChange}
      />
    );
  return (
    <Input
      aria-label={`${field.label}: ${t(text.fixed)}`}
      placeholder={t(text.fixed)}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

/** Rows of data: those below the heading. */
function rowsBelow(rowCount: number, headerRow: number): number {
  return Math.max(0, rowCount - headerRow);
}
