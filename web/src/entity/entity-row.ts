import type { RowExtras, SystemColumns } from '@millwright/contract/kernel/entity';

/** A row as the machinery sees it: system columns, what the answer adds, and the fields by name. */
export type EntityRow = SystemColumns & RowExtras & Readonly<Record<string, unknown>>;
