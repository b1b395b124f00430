import { sql } from 'kysely';
import type { Database } from '../database/database.ts';
import { inScope } from '../database/transaction.ts';
import type { LiveSettings } from '../live-settings.ts';
import { dropExpired } from '../database/log-retention.ts';
import { sealDays } from './seal.ts';
import { countWords } from './word-days.ts';

/** What the logs counted since the last time is gathered this often; until then it is added up at each call. */
const FOLD_MS = 15_000;
const HOUR_MS = 3_600_000;
const FIRST_MS = 5 * 60_000;

/** Folds the counts, seals closed days and counts their words, and drops what has served its time; returns what stops it. */
export function keepLogs(
  { pool, owner }: Pick<Database, 'pool' | 'owner'>,
  settings: LiveSettings,
  dataFolder: string,
  onError: (error: unknown) => void,
): () => void {
  const fold = () =>
    void inScope(pool, { site: '*', timeoutMs: 60_000 }, (trx) =>
      sql`select fold_log_counts()`.execute(trx),
    ).catch(onError);
  const tidy = () =>
    void sealDays(pool)
      .then(() => countWords(pool))
      .then(() => dropExpired(owner, settings, dataFolder))
      .then(({ inUse }) => {
        if (inUse.length > 0)
          onError(new Error(`Being read, to be dropped later: ${inUse.join(', ')}`));
      })
      .catch(onError);
  const timers = [
    setInterval(fold, FOLD_MS),
    setInterval(tidy, HOUR_MS),
    setTimeout(tidy, FIRST_MS),
  ];
  for (const timer of timers) timer.unref();
  return () => {
    for (const timer of timers) clearTimeout(timer);
  };
}
