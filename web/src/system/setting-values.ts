import { textOf } from '@millwright/contract/kernel/text';
import { settings } from '@millwright/contract/settings';
import type { Setting, SettingGroup } from '@millwright/contract/settings';
import type { EntityRow } from '../entity/entity-row.ts';

/** A setting as the page shows it for the company or for one site. */
export interface ShownSetting {
  readonly setting: Setting;
  /** The value in force in this scope. */
  readonly value: string;
  /** It is not the delivered one (company), or the site has one of its own. */
  readonly isOwn: boolean;
  /** The stored row of this scope, when there is one. */
  readonly row: EntityRow | undefined;
}

/** The settings of this release in their groups; for a site those that it may have of its own. */
export function settingsFor(
  rows: readonly EntityRow[],
  siteId: string | null,
  word: string,
): ReadonlyMap<SettingGroup, readonly ShownSetting[]> {
  const shown = settings
    .filter(
      (setting) => setting.ready && (siteId === null || setting.siteAble) && fits(setting, word),
    )
    .map((setting) => shownSetting(setting, rows, siteId));
  return Map.groupBy(shown, ({ setting }) => setting.group);
}

/** The body of a change: null gives the default back, or the company's value to a site. */
export function changeOf(
  shown: ShownSetting,
  siteId: string | null,
  value: string | null,
): Readonly<Record<string, unknown>> {
  return {
    value,
    ...(siteId === null ? {} : { siteId }),
    ...(shown.row ? { revision: shown.row.revision } : {}),
  };
}

function shownSetting(
  setting: Setting,
  rows: readonly EntityRow[],
  siteId: string | null,
): ShownSetting {
  const of = (site: string | null) =>
    rows.find((row) => row['key'] === setting.key && (row['siteId'] ?? null) === site);
  const company = of(null);
  const own = siteId === null ? company : of(siteId);
  const value = own ?? company;
  const isOwn =
    siteId === null ? company !== undefined && company['isDefault'] !== true : own !== undefined;
  return { setting, value: textOf(value?.['value'] ?? setting.defaultValue), isOwn, row: own };
}

function fits({ key, name, help }: Setting, word: string): boolean {
  return [key, name.zh, name.en, help?.zh ?? '', help?.en ?? '']
    .join('\n')
    .toLowerCase()
    .includes(word.trim().toLowerCase());
}
