import type pg from 'pg';
import type { Sender } from './gateways.ts';
import { text } from './load.ts';
import type { Sent } from './storm-sender.ts';

/** A statement about the tables and whether it holds. */
export interface Check {
  readonly what: string;
  readonly found: string;
  readonly isTrue: boolean;
}

/**
 * Holds what was acknowledged against what is in the tables. Senders number their messages from 1 and send until they
 * are acknowledged, so that each number up to the last must be there once.
 */
export async function checkTables(
  owner: pg.Client,
  senders: readonly Sender[],
  { acknowledged }: Sent,
): Promise<Check[]> {
  await owner.query('set statement_timeout = 0');
  const clients = senders.map(({ clientId }) => clientId);
  const lasts = senders.map(({ said }) => said);
  const one = async (statement: string, values: unknown[] = []) =>
    Number((await owner.query<{ n: string }>(statement, values)).rows[0]?.n ?? Number.NaN);
  const [logged, lost, twice, seen, counted, gaps, folded] = [
    await one(
      `select count(*) as n from log_communication where result in ('accepted', 'waiting') and client_id = any($1)`,
      [clients],
    ),
    await one(
      `select count(*) as n from unnest($1::text[], $2::int[]) s(client, last) cross join generate_series(1, s.last) m
       where not exists (select from log_communication l where l.result in ('accepted', 'waiting') and l.client_id = s.client
         and l.message_id = m::text)`,
      [clients, lasts],
    ),
    await one(
      `select count(*) as n from (select from log_communication where result in ('accepted', 'waiting') and client_id = any($1)
         group by client_id, message_id having count(*) > 1) t`,
      [clients],
    ),
    await one('select count(*) as n from device_message_seen'),
    await one('select count(*) as n from log_communication'),
    await one(
      `select count(*) as n from (select end_time, lead(start_time) over (partition by equipment_id order by order_time, id) as next
         from device_state) s where end_time is distinct from next`,
    ),
    await one(
      `select coalesce(sum(n), 0) as n from (select n from log_communication_hour union all select n from log_communication_delta) t`,
    ),
  ];
  return [
    {
      what: 'acknowledged and in the communication log',
      found: text(logged),
      isTrue: logged === acknowledged,
    },
    { what: 'acknowledged and lost', found: text(lost), isTrue: lost === 0 },
    { what: 'accepted twice', found: text(twice), isTrue: twice === 0 },
    { what: 'remembered for good', found: text(seen), isTrue: seen === acknowledged },
    {
      what: 'rows of the communication log as its counts tell',
      found: `${text(folded)} of ${text(counted)}`,
      isTrue: folded === counted,
    },
    { what: 'gaps between the states of machines', found: text(gaps), isTrue: gaps === 0 },
  ];
}
