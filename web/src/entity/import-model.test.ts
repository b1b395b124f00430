import type { ImportAnswer, ImportReading } from '@millwright/contract/kernel/sheet';
import { expect, it } from 'vitest';
import {
  errorsByRow,
  importForm,
  mapped,
  openFields,
  planOf,
  sharedColumns,
  unknownWords,
  unusedColumns,
  verdictCounts,
  withWord,
} from './import-model.ts';

const reading: ImportReading = {
  sheets: [],
  sheet: 'a',
  headerRow: 1,
  key: ['code'],
  headers: [
    { column: 'A', label: '编号', samples: [] },
    { column: 'B', label: '', samples: [] },
  ],
  mapping: [],
  fields: [
    { field: 'code', label: '编号', required: true, kind: 'text' },
    { field: 'name', label: '名称', required: true, kind: 'text' },
    { field: 'note', label: '备注', required: false, kind: 'text' },
  ],
};

it('knows which required fields are open, also when a fixed value is still empty', () => {
  const mapping = mapped(mapped([], 'code', 'A', null), 'name', null, '');
  expect(openFields(reading, mapping, 'insert')).toEqual(['name']);
  expect(openFields(reading, mapped(mapping, 'name', null, 'x'), 'insert')).toEqual([]);
});

it('lets a few fields change rows, but not without the site that they stand in', () => {
  const site = { field: 'siteId', label: '厂区', required: true, kind: 'ref' };
  const wide = { ...reading, fields: [...reading.fields, site] };
  expect(openFields(wide, [], 'upsert')).toEqual(['siteId']);
  expect(openFields(wide, mapped([], 'siteId', null, 'NB01'), 'upsert')).toEqual([]);
});

it('names the columns that nothing takes and those that are taken twice', () => {
  const mapping = mapped(mapped([], 'code', 'A', null), 'name', 'A', null);
  expect(unusedColumns(reading, mapping)).toEqual(['B']);
  expect([...sharedColumns(mapping)]).toEqual(['A']);
});

it('counts verdicts and gathers problems by row', () => {
  const error = { row: 3, column: 'A', field: 'code', label: '', value: '', key: '', message: 'x' };
  const answer: ImportAnswer = {
    total: 2,
    ok: 1,
    failed: 1,
    columns: [],
    rows: [
      { row: 2, verdict: 'new', cells: [] },
      { row: 3, verdict: 'error', cells: [] },
    ],
    errors: [error, { ...error, field: 'name' }],
  };
  expect(verdictCounts(answer)).toEqual({ new: 1, changed: 0, unchanged: 0, error: 1 });
  expect(errorsByRow(answer.errors).get(3)).toHaveLength(2);
});

it('plans to write what is new or another, and where only new rows are wanted refuses those that exist', () => {
  const rows = (['new', 'changed', 'changed', 'unchanged', 'error'] as const).map(
    (verdict, at) => ({ row: at + 2, verdict, cells: [] }),
  );
  expect(planOf({ rows }, 'upsert')).toEqual({ written: 3, refused: 1 });
  expect(planOf({ rows }, 'insert')).toEqual({ written: 1, refused: 4 });
  expect(planOf({ rows: rows.slice(3, 4) }, 'upsert')).toEqual({ written: 0, refused: 0 });
});

it('sends the file behind the fields, so that the server knows them when it comes', () => {
  const form = importForm(new File(['x'], 'a.csv'), { mode: 'check', sheet: 'a' });
  expect([...form.keys()]).toEqual(['mode', 'sheet', 'file']);
});

it('asks for the words that a field with a list of values does not know, the most frequent first', () => {
  const level = { field: 'level', label: '级别', required: true, kind: 'dictionary' };
  const options = [{ value: '1', label: '提示' }];
  const error = (field: string, value: string, key = 'field.choice', column: string | null = 'C') =>
    ({ row: 2, column, field, label: '', value, key, message: '' }) as const;
  const errors = [
    error('level', 'Fault'),
    error('level', 'Notice'),
    error('level', 'Notice'),
    error('level', '', 'field.required'),
    error('level', 'fixed', 'field.choice', null),
    error('level', 'Taken', 'row.duplicate'),
    error('name', 'Fault'),
  ];
  const named = { field: 'name', label: '名称', required: true, kind: 'text' };
  expect(unknownWords([named, { ...level, options }], errors)).toEqual([
    {
      field: { ...level, options },
      words: [
        { word: 'Notice', rows: 2 },
        { word: 'Fault', rows: 1 },
      ],
    },
  ]);
  expect(unknownWords([level], errors)).toEqual([]);
});

it('keeps what words of a column mean until another column is taken', () => {
  const mapping = withWord(mapped([], 'level', 'C', null), 'level', 'Notice', '1');
  const two = withWord(mapping, 'level', 'Fault', '3');
  expect(two).toEqual([
    { field: 'level', column: 'C', value: null, words: { Notice: '1', Fault: '3' } },
  ]);
  expect(withWord(two, 'level', 'Notice', undefined)[0]?.words).toEqual({ Fault: '3' });
  expect(mapped(two, 'level', 'D', null)[0]?.words).toBeUndefined();
});
