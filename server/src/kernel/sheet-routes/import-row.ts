import type { Refusal } from '@millwright/contract/kernel/errors';
import type { ImportVerdict } from '@millwright/contract/kernel/sheet';
import type { Text, TextArgs } from '@millwright/contract/kernel/text';
import type { StoredRow } from '../store/row.ts';
import type { FurtherRow } from './further-sheet.ts';
import type { SentSheet } from './read-further.ts';

/** A row of the sheet on its way: what its cells said, what that means, what stands against it. */
export interface ImportRow {
  /** As the spreadsheet shows it, from 1. */
  readonly number: number;
  /** The texts of the mapped cells in the order of the mapping. */
  readonly cells: readonly string[];
  /** Values by field; blank cells are left out. */
  readonly values: Record<string, unknown>;
  /** Names behind references, by field, for the history. */
  readonly shown: Record<string, unknown>;
  readonly problems: RowProblem[];
  /** Values that a new row may not take but an old one may keep, such as something disabled since; by field. */
  readonly doubts: Record<string, RowProblem>;
  siteId: string | null;
  /** Why the sheet changes rows, the same for all of it. */
  reason: string | null;
  /** The stored row that the key finds. */
  existing: StoredRow | null;
  verdict: ImportVerdict;
  /** Rows of further sheets that belong to this one. */
  readonly children: ImportedChildren[];
  /** Rows of the same file that references point at and that are not written yet; by field. */
  readonly waiting: Record<string, ImportRow>;
  /** Id once it is written. */
  id: string | null;
}

/** The rows of one further sheet that belong to a row, and what of them is to be written. */
export interface ImportedChildren {
  readonly sent: SentSheet;
  readonly rows: ImportRow[];
  /** Null when nothing changes. */
  write: FurtherRow[] | null;
}

/** A row of which nothing is known yet. */
export function newRow(number: number, cells: readonly string[] = []): ImportRow {
  return {
    number,
    cells,
    values: {},
    shown: {},
    problems: [],
    doubts: {},
    siteId: null,
    reason: null,
    existing: null,
    verdict: 'new',
    children: [],
    waiting: {},
    id: null,
  };
}

/** What is wrong with a row at one field; `field` is empty when it concerns the row as a whole. */
export interface RowProblem {
  readonly field: string;
  readonly key: string;
  readonly text: Text;
  readonly args: TextArgs;
}

/** Adds a problem of the catalogue to a row. */
export function complain(
  row: ImportRow,
  field: string,
  refusal: Pick<Refusal, 'key' | 'text'>,
  args: TextArgs = {},
): void {
  row.problems.push({ field, key: refusal.key, text: refusal.text, args });
}

/** Lets other requests have their turn: the judging of twenty thousand rows must not hold them up. */
export async function breathe(): Promise<void> {
  await new Promise((resolve) => {
    setImmediate(resolve);
  });
}
