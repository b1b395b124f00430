/** A stream of numbers that is the same for the same seed: the demo company looks alike on every machine. */
export interface Random {
  /** From 0 inclusive to 1 exclusive. */
  next(): number;
  /** A whole number from `min` to `max`, both inclusive. */
  integer(min: number, max: number): number;
  pick<T>(list: readonly T[]): T;
  /** One of the list, as often as its weight says. */
  weighted<T>(list: readonly (readonly [T, number])[]): T;
  chance(probability: number): boolean;
}

/** Mulberry32: 32 bits of state, even enough for figures that people look at. */
export function randomOf(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const integer = (min: number, max: number) => min + Math.floor(next() * (max - min + 1));
  const pick = <T>(list: readonly T[]): T => {
    const chosen = list[integer(0, list.length - 1)];
    if (chosen === undefined) throw new Error('Nothing to pick from');
    return chosen;
  };
  const weighted = <T>(list: readonly (readonly [T, number])[]): T => {
    let left = next() * list.reduce((sum, [, weight]) => sum + weight, 0);
    for (const [value, weight] of list) {
      left -= weight;
      if (left < 0) return value;
    }
    return pick(list)[0];
  };
  return { next, integer, pick, weighted, chance: (probability) => next() < probability };
}
