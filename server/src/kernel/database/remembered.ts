/** Keeps what a process remembers of the database it works on; emptied when a pool opens, maybe on another one. */
export function remembered<M extends { clear(): void }>(memory: M): M {
  memories.push(memory);
  return memory;
}

/** Nothing is remembered any more. */
export function forgetAll(): void {
  for (const memory of memories) memory.clear();
}

const memories: { clear(): void }[] = [];
