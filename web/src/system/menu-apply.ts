import { menuEntry } from '@millwright/contract/system/menu';
import type { EntityRow } from '../entity/entity-row.ts';
import { api } from '../kernel/api.ts';
import { Refusal, problemLines } from '../kernel/refusal.ts';
import { keyOfRow } from './menu-json.ts';
import type { MenuDifference } from './menu-json.ts';

/** What came of a menu file: how many differences hold now, and why the others do not. */
export interface Applied {
  readonly ok: number;
  readonly failed: readonly string[];
}

/** Writes the differences one by one in the order of the file, so that parents are there before their children. */
export async function applyDifferences(
  differences: readonly MenuDifference[],
  rows: readonly EntityRow[],
): Promise<Applied> {
  const ids = new Map(rows.map((row) => [keyOfRow(row), row.id]));
  const failed: string[] = [];
  for (const { row, present } of differences) {
    const body = {
      ...row.values,
      parentId: row.parent === null ? null : (ids.get(row.parent) ?? null),
    };
    try {
      const saved = present
        ? await api.put<EntityRow>(
            `${menuEntry.path}/${present.id}`,
            { ...body, revision: present.revision },
            { quiet: true },
          )
        : await api.post<EntityRow>(menuEntry.path, body, { quiet: true });
      ids.set(row.key, saved.id);
    } catch (error) {
      failed.push(`${row.key}: ${reasonOf(error)}`);
    }
  }
  return { ok: differences.length - failed.length, failed };
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Refusal)) return String(error);
  return error.errors.length > 0 ? problemLines(error.errors).join('; ') : error.message;
}
