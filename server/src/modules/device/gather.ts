/** Takes items in one by one and does their work together. */
export interface Gatherer<Item, Result> {
  /** Resolves with what became of the item; rejects when the work that it was part of did. */
  add(key: string, item: Item): Promise<Result>;
}

interface Waiting<Item, Result> {
  readonly item: Item;
  readonly settle: PromiseWithResolvers<Result>;
}

/**
 * Work of one key is done one after the other; what arrives meanwhile is done together next, `most` at once by
 * `sizeOf`. Callers of one key that would wait for each other's locks share one transaction and one write to disk.
 */
export function openGatherer<Item, Result>(
  most: number,
  sizeOf: (item: Item) => number,
  work: (items: readonly Item[]) => Promise<readonly Result[]>,
): Gatherer<Item, Result> {
  const queues = new Map<string, Waiting<Item, Result>[]>();
  const drain = async (key: string, queue: Waiting<Item, Result>[]) => {
    for (let taken = takeFrom(queue); taken.length > 0; taken = takeFrom(queue)) {
      try {
        const results = await work(taken.map(({ item }) => item));
        for (const [index, { settle }] of taken.entries()) settle.resolve(results[index] as Result);
      } catch (error) {
        for (const { settle } of taken) settle.reject(error);
      }
    }
    queues.delete(key);
  };
  const takeFrom = (queue: Waiting<Item, Result>[]) => {
    let sum = 0;
    const end = queue.findIndex(({ item }, index) => (sum += sizeOf(item)) > most && index > 0);
    return queue.splice(0, end < 0 ? queue.length : end);
  };
  return {
    add(key, item) {
      const settle = Promise.withResolvers<Result>();
      const queue = queues.get(key);
      if (queue) queue.push({ item, settle });
      else {
        const opened = [{ item, settle }];
        queues.set(key, opened);
        void drain(key, opened);
      }
      return settle.promise;
    },
  };
}
