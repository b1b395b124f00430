import { readFileSync } from 'node:fs';
import path from 'node:path';
import { allEntries } from '@millwright/contract/menu';
import type { MenuEntry } from '@millwright/contract/menu/entry';
import { DeclaredMistake } from '../declared-mistake.ts';

/** Stops the generator when a row of the menu has an icon that the browser does not have at hand. */
export function refuseUnknownIcons(root: string): void {
  const problems = iconProblems(allEntries(), iconsAtHand(root));
  if (problems.length > 0) throw new DeclaredMistake(`Menu:\n${problems.join('\n')}`);
}

/** One sentence a row with an unknown icon; that an icon at hand exists at all is seen by the compiler. */
export function iconProblems(entries: readonly MenuEntry[], known: ReadonlySet<string>): string[] {
  return entries.flatMap(({ path: address, icon }) =>
    icon === undefined || known.has(icon)
      ? []
      : [
          `${address}: neither ${SETS.join(' nor ')} has the icon ${icon}; add ${exportName(icon)} there, or take one of ${[...known].toSorted().join(', ')}`,
        ],
  );
}

/** Names of the icons that the web application brings along, as the menu writes them: `file-text`. */
export function iconsAtHand(root: string): Set<string> {
  const texts = SETS.map((name) => readFileSync(path.join(root, name), 'utf8'));
  return new Set(
    texts.flatMap((text) => Array.from(text.matchAll(EXPORTED), ([, name = '']) => menuName(name))),
  );
}

const SETS = ['web/src/shell/icon-set.ts', 'web/src/shell/icon-set-project.ts'];

/** A line such as `  FileTextOutlined,`. */
const EXPORTED = /^\s*(\w+)Outlined,$/gm;

function menuName(word: string): string {
  return word.replace(
    /[A-Z]/g,
    (letter, at: number) => `${at === 0 ? '' : '-'}${letter.toLowerCase()}`,
  );
}

function exportName(icon: string): string {
  const words = icon.split('-').map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  return `${words.join('')}Outlined`;
}
