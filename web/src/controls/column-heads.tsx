import type { Text } from '@millwright/contract/kernel/text';
import { t } from '../kernel/language.tsx';

/** Heads of the columns of a table, in its head row. */
export function ColumnHeads({ heads }: { heads: readonly Text[] }) {
  return heads.map((head) => (
    <th key={head.en} scope="col">
      {t(head)}
    </th>
  ));
}
