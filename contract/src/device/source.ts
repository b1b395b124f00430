import { deviceOf } from './mapper.ts';
import type { Mapping } from './mapping.ts';
import type { Observation } from './observation.ts';

/** A data item of which a source says that it has it. */
export interface SourceItem {
  /** Under what the source speaks of the machine, and of the item. */
  readonly source: string;
  readonly item: string;
  /** Of MTConnect: EVENT, SAMPLE or CONDITION. */
  readonly category: string | null;
  readonly type: string | null;
  readonly units: string | null;
}

/** What a source has and says now: `GET /api/base/gateways/:id/source`. */
export interface SourceLook {
  readonly items: readonly SourceItem[];
  /** In the order in which they came; a source that was heard before keeps the last of each item. */
  readonly observations: readonly Observation[];
}

/** What a source does not have; without an item the machine itself. */
export interface MissingItem {
  readonly deviceNumber: string;
  readonly source: string;
  readonly item: string | null;
}

/** What a mapping names that a source does not have: machines, and items of the machines that it has. */
export function missingItems(mapping: Mapping, items: readonly SourceItem[]): MissingItem[] {
  return mapping.devices.flatMap(({ deviceNumber, source = '', items: named }): MissingItem[] => {
    const own = items.filter((one) => deviceOf(mapping, one.source)?.deviceNumber === deviceNumber);
    if (own.length === 0) return [{ deviceNumber, source, item: null }];
    const names = new Set(own.map(({ item }) => item));
    return Object.keys(named)
      .filter((item) => !item.includes('*') && !names.has(item))
      .map((item) => ({ deviceNumber, source, item }));
  });
}
