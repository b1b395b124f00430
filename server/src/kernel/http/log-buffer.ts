import type { Pool } from '../database/pool.ts';
import { inScope } from '../database/transaction.ts';
import { insertLogRows } from '../log/write.ts';
import type { LogRow } from './operate-log.ts';

/**
 * A buffer for rows of refused and failed calls and of sign-ins, whose work has no transaction of its own. It is
 * flushed every 500 ms, as soon as 1,000 rows wait and when the server stops; nothing in it is dropped.
 */
export interface LogBuffer {
  /** Takes rows; resolves at once, but only after a flush when more than 10,000 wait (back-pressure). */
  add(table: LogTable, rows: readonly LogRow[]): Promise<void>;
  /** Writes all that waits; rows that cannot be written stay and are tried again at the next flush. */
  flush(): Promise<void>;
  /** Rows that wait. */
  waiting(): number;
  close(): Promise<void>;
}

export type LogTable = (typeof TABLES)[number];

/** Opens the buffer of one process. */
export function openLogBuffer(pool: Pool, onError: (error: unknown) => void): LogBuffer {
  const held: Record<LogTable, LogRow[]> = { log_operate: [], log_login: [] };
  const waiting = () => TABLES.reduce((sum, table) => sum + held[table].length, 0);
  let last: Promise<void> = Promise.resolve();
  let flushes = 0;
  // One after another: what came while a flush ran is written by the next one.
  const flush = () => {
    flushes += 1;
    last = last.then(async () => {
      for (const table of TABLES) await writeOut(pool, table, held[table], onError);
      flushes -= 1;
    });
    return last;
  };
  const timer = setInterval(() => {
    if (flushes === 0) void flush();
  }, FLUSH_MS);
  timer.unref();
  return {
    async add(table, rows) {
      held[table].push(...rows);
      if (waiting() > MOST_WAITING) await flush();
      else if (waiting() >= FLUSH_ROWS && flushes === 0) void flush();
    },
    flush,
    waiting,
    async close() {
      clearInterval(timer);
      await flush();
    },
  };
}

/** Writes rows in their order, a statement for each thousand; at a failure the rest stays. */
async function writeOut(
  pool: Pool,
  table: LogTable,
  rows: LogRow[],
  onError: (error: unknown) => void,
): Promise<void> {
  while (rows.length > 0) {
    const part = rows.slice(0, FLUSH_ROWS);
    try {
      await inScope(pool, { site: '*' }, (trx) => insertLogRows(trx, table, part));
    } catch (error) {
      onError(error);
      return;
    }
    rows.splice(0, part.length);
  }
}

const TABLES = ['log_operate', 'log_login'] as const;
const FLUSH_MS = 500;
const FLUSH_ROWS = 1000;
const MOST_WAITING = 10_000;
