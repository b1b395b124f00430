import { useSyncExternalStore } from 'react';

/** A value that components can watch; `set` takes a new value or a function of the old one. */
export interface Store<S> {
  get(): S;
  set(next: S | ((old: S) => S)): void;
  readonly subscribe: (listener: () => void) => () => void;
}

/** Makes a store; listeners are told only when the value is really another one (Object.is). */
export function createStore<S>(initial: S): Store<S> {
  let value = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => value,
    set(next) {
      const taken = typeof next === 'function' ? (next as (old: S) => S)(value) : next;
      if (Object.is(taken, value)) return;
      value = taken;
      for (const listener of Array.from(listeners)) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** Watches a store; without `part` the whole value, with it the part (which must be stable while nothing changed). */
export function useStore<S>(store: Store<S>): S;
export function useStore<S, P>(store: Store<S>, part: (value: S) => P): P;
export function useStore<S, P>(store: Store<S>, part?: (value: S) => P): S | P {
  return useSyncExternalStore(store.subscribe, () => (part ? part(store.get()) : store.get()));
}
