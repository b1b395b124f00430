import type { z as Zod } from 'zod';

/**
 * Stands in for zod in the declarations of the built client (web/build/lazy-zod.ts): pages that only show rows
 * never judge a draft. Whoever judges one imports entity/judgement.ts, which puts the real one here.
 */
export let z: typeof Zod = new Proxy({} as typeof Zod, {
  get() {
    throw new Error('zod is not here yet: whoever judges a draft imports entity/judgement.ts');
  },
});

/** Puts the real zod in the place of the stand-in; imports of `z` see it at once. */
export function giveZod(real: typeof Zod): void {
  z = real;
}
