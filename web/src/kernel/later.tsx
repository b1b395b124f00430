import { createElement, useLayoutEffect, useState } from 'react';
import type { FunctionComponent } from 'react';

/**
 * A component whose code is a file of its own, brought when it is first drawn; `Waiting` stands in its place until then.
 * Not React's `lazy`: what suspended even for a moment React shows no sooner than 300 ms after its stand-in, and only
 * once a moment for the whole page. A file that cannot be had is an error of the place that draws it, and is asked for
 * again with its next mount.
 */
export function later<P extends object>(
  bring: () => Promise<{ default: FunctionComponent<P> }>,
  Waiting: FunctionComponent<NoInfer<P>> = Nothing,
): FunctionComponent<P> {
  let here: FunctionComponent<P> | undefined;
  return function Later(props: P) {
    const [{ Own, failure }, set] = useState<Brought<P>>(() => ({ Own: here }));
    useLayoutEffect(() => {
      if (Own) return undefined;
      let isGone = false;
      bring().then(
        (file) => {
          here = file.default;
          if (!isGone) set({ Own: here });
        },
        (error: unknown) => !isGone && set({ failure: { error } }),
      );
      return () => void (isGone = true);
    }, [Own]);
    if (failure) throw failure.error;
    return createElement(Own ?? Waiting, props);
  };
}

interface Brought<P> {
  readonly Own?: FunctionComponent<P> | undefined;
  readonly failure?: { readonly error: unknown };
}

function Nothing() {
  return null;
}
