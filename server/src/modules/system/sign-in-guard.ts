import { sql } from 'kysely';
import { holdAlone, type Trx } from '../../kernel/database/transaction.ts';
import type { Services } from '../../kernel/services.ts';

/** Whether a try may go on: seconds to wait when it is refused, milliseconds to delay it when it is slowed. */
export interface Verdict {
  readonly waitSeconds: number;
  readonly delayMs: number;
}

/** One failure as it was counted under a rule: how many there were then, and the block that stood before. */
interface Counted {
  readonly rule: Rule;
  readonly failures: number;
  readonly blockedBefore: string | null;
}

/** A try that goes on is counted as a failure until its password was found right. */
export interface Begun extends Verdict {
  readonly counted: readonly Counted[];
}

/** One rule: failures in a window block for a time, which may double up to 15 minutes. */
interface Rule {
  readonly key: string;
  readonly threshold: number;
  readonly windowSeconds: number;
  readonly blockSeconds: number;
  readonly doubles: boolean;
}

const SLOW_AFTER = 60;
const SLOW_MS = 2000;
const LONGEST_SECONDS = 900;

/**
 * Judges a try and counts it as a failure at once, so that tries sent together are judged one after the other;
 * `tried` takes the count back when the password was right.
 */
export async function beginTry(trx: Trx, username: string, address: string): Promise<Begun> {
  await holdAlone(trx, `sign-in ${rulesFor(username, address)[2].key}`);
  const verdict = await judgeTry(trx, username, address);
  const counted = verdict.waitSeconds > 0 ? [] : await countFailure(trx, username, address);
  return { ...verdict, counted };
}

/** What `check` found about the password of a try that was begun; only a wrong one stays counted. */
export async function tried(
  services: Services,
  { counted }: Begun,
  check: () => Promise<boolean>,
): Promise<boolean> {
  const fits = await check().catch(async (error: unknown) => {
    await services.asSystem((trx) => uncount(trx, counted));
    throw error;
  });
  if (fits) await services.asSystem((trx) => uncount(trx, counted));
  return fits;
}

/** Counts a failure under all three rules. */
export async function countFailure(
  trx: Trx,
  username: string,
  address: string,
): Promise<Counted[]> {
  const counted: Counted[] = [];
  for (const rule of rulesFor(username, address)) counted.push(await countOne(trx, rule));
  return counted;
}

/** Judges a try by account and address, by address, and by account over all addresses. Addresses that work are never locked out. */
export async function judgeTry(trx: Trx, username: string, address: string): Promise<Verdict> {
  const [pair, host, account] = rulesFor(username, address);
  const { rows } = await sql<{ key: string; wait: number; failures: number }>`
    select key, greatest(0, ceil(extract(epoch from blocked_until - now())))::int as wait,
      case when window_start > now() - interval '10 minutes' then failures else 0 end as failures
    from sign_in_counter where key = any(${[pair.key, host.key, account.key]}::text[])`.execute(
    trx,
  );
  const trusted = await trust(trx, username, address);
  const of = (key: string) => rows.find((row) => row.key === key) ?? { wait: 0, failures: 0 };
  const waits = [
    of(pair.key).wait,
    trusted.address ? 0 : of(host.key).wait,
    trusted.account ? 0 : of(account.key).wait,
  ];
  return {
    waitSeconds: Math.max(...waits.map((wait) => wait ?? 0)),
    delayMs: of(host.key).failures >= SLOW_AFTER ? SLOW_MS : 0,
  };
}

/** A success resets the count of the account at this address and marks the address as one that works. */
export async function countSuccess(trx: Trx, username: string, address: string): Promise<void> {
  const [pair] = rulesFor(username, address);
  await sql`delete from sign_in_counter where key = ${pair.key}`.execute(trx);
  await sql`insert into sign_in_success (username, address, last_success) values (${username.toLowerCase()}, ${address}, now())
    on conflict (username, address) do update set last_success = now()`.execute(trx);
}

/** Lifts what keeps these accounts out, everywhere. */
export async function liftLimits(trx: Trx, usernames: readonly string[]): Promise<void> {
  const names = usernames.map((name) => name.toLowerCase());
  await sql`delete from sign_in_counter where key = any(${names.map((name) => `account ${name}`)}::text[])
    or split_part(key, ' ', 1) = 'pair' and split_part(key, ' ', 2) = any(${names}::text[])`.execute(
    trx,
  );
}

/** Of these accounts those whose sign-in is limited now, somewhere. */
export async function limitedAccounts(trx: Trx): Promise<string[]> {
  const { rows } = await sql<{
    name: string;
  }>`select distinct split_part(key, ' ', 2) as name from sign_in_counter
    where blocked_until > now() and split_part(key, ' ', 1) in ('pair', 'account')`.execute(trx);
  return rows.map(({ name }) => name);
}

function rulesFor(username: string, address: string): [Rule, Rule, Rule] {
  const name = username.toLowerCase().replaceAll(' ', '_').slice(0, 64);
  return [
    {
      key: `pair ${name} ${address}`,
      threshold: 5,
      windowSeconds: 12 * 3600,
      blockSeconds: 60,
      doubles: true,
    },
    {
      key: `address ${address}`,
      threshold: 300,
      windowSeconds: 600,
      blockSeconds: LONGEST_SECONDS,
      doubles: false,
    },
    {
      key: `account ${name}`,
      threshold: 20,
      windowSeconds: 3600,
      blockSeconds: LONGEST_SECONDS,
      doubles: false,
    },
  ];
}

/** The window of a doubling rule slides with the last failure, the others' begins with the first. */
async function countOne(trx: Trx, rule: Rule): Promise<Counted> {
  const held = await sql<{ blocked: string | null }>`
    select blocked_until as blocked from sign_in_counter where key = ${rule.key}`.execute(trx);
  const start = sql.ref(rule.doubles ? 'c.last_failure' : 'c.window_start');
  const isOld = sql`${start} < now() - make_interval(secs => ${rule.windowSeconds})`;
  const failures = sql`case when ${isOld} then 1 else c.failures + 1 end`;
  const factor = rule.doubles
    ? sql`power(2, least(10, ${failures} - ${rule.threshold}::int))`
    : sql`1`;
  const { rows } = await sql<{
    failures: number;
  }>`insert into sign_in_counter as c (key, failures, window_start, last_failure) values (${rule.key}, 1, now(), now())
    on conflict (key) do update set failures = ${failures}, last_failure = now(),
      window_start = case when ${isOld} then now() else c.window_start end,
      blocked_until = case when ${failures} >= ${rule.threshold}::int
        then now() + make_interval(secs => least(${LONGEST_SECONDS}::float8, ${rule.blockSeconds}::float8 * ${factor})) end
    returning failures`.execute(trx);
  return {
    rule,
    failures: rows[0]?.failures ?? 1,
    blockedBefore: held.rows[0]?.blocked ?? null,
  };
}

/** Takes one failure back under all rules, and the block that it alone brought. */
async function uncount(trx: Trx, counted: readonly Counted[]): Promise<void> {
  for (const { rule, failures, blockedBefore } of counted)
    await sql`update sign_in_counter set failures = greatest(0, failures - 1),
      blocked_until = case when failures <= ${rule.threshold}::int then null
        when failures = ${failures}::int then ${blockedBefore}::timestamptz else blocked_until end
      where key = ${rule.key}`.execute(trx);
}

async function trust(
  trx: Trx,
  username: string,
  address: string,
): Promise<{ address: boolean; account: boolean }> {
  const { rows } = await sql<{ address: boolean; account: boolean }>`
    select exists (select from sign_in_success where address = ${address} and last_success > now() - interval '24 hours') as address,
      exists (select from sign_in_success where username = ${username.toLowerCase()} and address = ${address}
        and last_success > now() - interval '30 days') as account`.execute(trx);
  return rows[0] ?? { address: false, account: false };
}
