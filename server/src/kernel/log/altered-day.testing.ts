import { sql } from 'kysely';
import { appConnection } from '../database/connection.ts';
import { runningEmbedded } from '../database/embedded.ts';
import { openPool } from '../database/pool.ts';
import { inScope } from '../database/transaction.ts';
import { sealDays } from './seal.ts';

/** A sealed day of the MOM log in which one byte can be made wrong, as by somebody with the database in his hands. */
export interface AlteredDay {
  readonly day: string;
  /** Gives the row back what it said; once is enough. */
  readonly mend: () => Promise<void>;
}

/** Seals the closed days of a running server's logs and changes a letter of one sealed row. */
export async function alterSealedDay(dataFolder: string): Promise<AlteredDay> {
  const owner = await runningEmbedded(dataFolder);
  if (owner === null) throw new Error(`No database runs in ${dataFolder}.`);
  const app = openPool(appConnection(owner), { max: 1 });
  try {
    await sealDays(app);
  } finally {
    await app.close();
  }
  const pool = openPool(owner, { max: 1 });
  const { rows } = await inScope(pool, { site: '*' }, (trx) =>
    sql<{ day: string; id: string; said: string }>`
      select s.day::text as day, t.id, t.interface_code as said from log_seal s join log_mom t on t.id <= s.last_id
        and t.at >= s.day::timestamp at time zone 'UTC' and t.at < (s.day + 1)::timestamp at time zone 'UTC'
      where s.log = 'log_mom' and s.part = 0 order by s.day desc, t.id limit 1`.execute(trx),
  );
  const [row] = rows;
  if (!row) throw new Error('No day of the MOM log is sealed.');
  const write = (word: string) =>
    inScope(pool, { site: '*' }, (trx) =>
      sql`update log_mom set interface_code = ${word} where id = ${row.id}`.execute(trx),
    );
  await write(`${row.said}x`);
  let mended: Promise<void> | undefined;
  const mend = async () => {
    await write(row.said);
    await pool.close();
  };
  return { day: row.day, mend: () => (mended ??= mend()) };
}
