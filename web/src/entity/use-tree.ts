import { useState } from 'react';
import type { EntityRow } from './entity-row.ts';

/** Which branches of a tree are open: all, save those that start closed, and what the person turned since. */
export function useTree(rows: readonly EntityRow[], startsClosed?: (row: EntityRow) => boolean) {
  const [turned, setTurned] = useState<ReadonlySet<string>>(new Set());
  const open = rows.filter((row) => (startsClosed?.(row) ?? false) === turned.has(row.id));
  return {
    indentSize: 16,
    expandedRowKeys: open.map((row) => row.id),
    onExpand: (_open: boolean, row: EntityRow) =>
      setTurned((old) =>
        old.has(row.id)
          ? new Set([...old].filter((id) => id !== row.id))
          : new Set([...old, row.id]),
      ),
  };
}
