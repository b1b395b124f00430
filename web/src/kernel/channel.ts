/** What the tabs of one browser tell each other. */
export type TabMessage =
  | { kind: 'signedOut' }
  | { kind: 'siteSwitched' }
  | { kind: 'locked' }
  | { kind: 'unlocked' };

/** Tells the other tabs of this browser. */
export function tellOtherTabs(message: TabMessage): void {
  channel()?.postMessage(message);
}

/** Hears the other tabs; the answer stops listening. */
export function hearOtherTabs(hear: (message: TabMessage) => void): () => void {
  const listener = (event: MessageEvent<TabMessage>) => hear(event.data);
  channel()?.addEventListener('message', listener);
  return () => channel()?.removeEventListener('message', listener);
}

let opened: BroadcastChannel | undefined;

function channel(): BroadcastChannel | undefined {
  if (typeof BroadcastChannel === 'undefined') return undefined;
  opened ??= new BroadcastChannel('millwright');
  return opened;
}
