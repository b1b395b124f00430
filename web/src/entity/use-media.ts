import { useSyncExternalStore } from 'react';

/** Whether the window is so narrow that tables become cards (under 768 px). */
export function useCards(): boolean {
  return useSyncExternalStore(subscribe, () => query.matches);
}

const query = matchMedia('(width < 768px)');

function subscribe(listener: () => void): () => void {
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
}
