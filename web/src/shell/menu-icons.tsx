import { createElement } from 'react';
import type { FunctionComponent } from 'react';
import { later } from '../kernel/later.tsx';
import * as icons from './icon-set.ts';

type Icon = FunctionComponent<{ 'aria-hidden'?: boolean }>;

/** A menu icon by the name that the menu holds (`file-text`); those not at hand are loaded when they are needed. */
export function MenuIcon({ name }: { name: string | undefined }) {
  if (!name) return <span className="icon-gap" />;
  const Icon =
    (icons as Record<string, Icon | undefined>)[exportName(name)] ?? fetched(exportName(name));
  return createElement(Icon, { 'aria-hidden': true });
}

const known = new Map<string, Icon>();

/** First the icons of the project side, then the whole set (menus edited by hand). */
function fetched(name: string): Icon {
  const already = known.get(name);
  if (already) return already;
  const made = later(async () => {
    const project = (await import('./icon-set-project.ts')) as Record<string, unknown>;
    const every = project[name] ? project : (await import('./icon-set-whole.ts')).default;
    return { default: (every[name] as Icon | undefined) ?? Gap };
  }, Gap);
  known.set(name, made);
  return made;
}

function Gap() {
  return <span className="icon-gap" />;
}

function exportName(name: string): string {
  const words = name.split('-').map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  return `${words.join('')}Outlined`;
}
