import type { z as Zod } from 'zod';

/** What the declarations of the contract make schemas with. */
export type GivenZod = Pick<
  typeof Zod,
  | 'array'
  | 'boolean'
  | 'discriminatedUnion'
  | 'enum'
  | 'int'
  | 'ipv4'
  | 'ipv6'
  | 'iso'
  | 'literal'
  | 'looseObject'
  | 'number'
  | 'object'
  | 'optional'
  | 'preprocess'
  | 'record'
  | 'strictObject'
  | 'string'
  | 'union'
  | 'unknown'
>;

/**
 * Stands in for zod in the declarations of the built client (web/build/lazy-zod.ts): pages that only show rows
 * never judge a draft. Whoever judges one imports entity/judgement.ts, which puts the real one here.
 */
export let z: GivenZod = new Proxy({} as GivenZod, {
  get() {
    throw new Error('zod is not here yet: whoever judges a draft imports entity/judgement.ts');
  },
});

/** Puts the real zod in the place of the stand-in; imports of `z` see it at once. */
export function giveZod(real: GivenZod): void {
  z = real;
}
