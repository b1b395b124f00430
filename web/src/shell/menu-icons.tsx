import * as icons from './icon-set.ts';
import { lazy, Suspense } from 'react';

/** A menu icon by the name that the menu holds (`file-text`); unknown names come from the whole set, loaded then. */
export function MenuIcon({ name }: { name: string | undefined }) {
  if (!name) return <span className="icon-gap" />;
  const Icon = (icons as Record<string, React.ComponentType<{ 'aria-hidden'?: boolean }> | undefined>)[exportName(name)];
  if (Icon) return <Icon aria-hidden />;
  return (
    <Suspense fallback={<span className="icon-gap" />}>
      <RareIcon name={exportName(name)} />
    </Suspense>
  );
}

const RareIcon = lazy(() => import('./rare-icon.tsx'));

function exportName(name: string): string {
  const words = name.split('-').map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  return `${words.join('')}Outlined`;
}
