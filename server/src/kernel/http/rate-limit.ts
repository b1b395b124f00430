import { LRUCache } from 'lru-cache';

/** Allows `perSecond` calls a second per key on the long run and `burst` at once. */
export interface RateLimit {
  /** 0 when the call may pass, else the whole seconds to wait. */
  take(key: string, now?: number): number;
}

/** Token buckets of one process, at most 20,000 keys, the least used forgotten. */
export function rateLimit(perSecond: number, burst: number): RateLimit {
  const buckets = new LRUCache<string, { tokens: number; at: number }>({ max: 20_000 });
  return {
    take(key, now = performance.now()) {
      const bucket = buckets.get(key) ?? { tokens: burst, at: now };
      bucket.tokens = Math.min(burst, bucket.tokens + ((now - bucket.at) / 1000) * perSecond);
      bucket.at = now;
      buckets.set(key, bucket);
      if (bucket.tokens < 1) return Math.ceil((1 - bucket.tokens) / perSecond);
      bucket.tokens -= 1;
      return 0;
    },
  };
}
