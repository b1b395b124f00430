import { menuEntry } from '@millwright/contract/system/menu';
import { api } from '../kernel/api.ts';
import type { MenuDifference } from './menu-json.ts';

/** Writes the differences of a menu file in one go, all or none; rejects with what is wrong, row by row. */
export async function applyDifferences(differences: readonly MenuDifference[]): Promise<void> {
  const rows = differences.map(({ row, present }) => ({
    ...row,
    ...(present ? { revision: present.revision } : {}),
  }));
  await api.post(`${menuEntry.path}/actions/importMenu`, { rows });
}
