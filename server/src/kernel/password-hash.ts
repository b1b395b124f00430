import { hash, verify } from '@node-rs/argon2';
import { Unavailable } from './http/envelope.ts';

/** argon2id with 19 MiB, two passes, one lane. */
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
const AT_ONCE = 2;
const QUEUE = 64;

/** The stored form of a password or of the MD5 text of a lock password, parameters included. */
export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password, PARAMETERS));
}

/**
 * Whether a password fits its stored form. With no stored form a dummy is computed, so that unknown accounts
 * take the same time; the answer is then false.
 */
export async function passwordFits(
  stored: string | null | undefined,
  password: string,
): Promise<boolean> {
  const fits = await inTurn(async () =>
    verify(stored ?? (await dummy()), password).catch(() => false),
  );
  return fits && typeof stored === 'string';
}

/** Whether a stored form was made with other parameters than today's. */
export function needsRehash(stored: string): boolean {
  return !stored.startsWith(
    `$argon2id$v=19$m=${PARAMETERS.memoryCost},t=${PARAMETERS.timeCost},p=${PARAMETERS.parallelism}$`,
  );
}

let dummyHash: Promise<string> | undefined;

function dummy(): Promise<string> {
  dummyHash ??= hash('no such account', PARAMETERS);
  return dummyHash;
}

let running = 0;
const waiting: (() => void)[] = [];

/** At most two hashes at once and 64 waiting; more are refused, so that a flood of sign-ins cannot take the machine. */
async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= AT_ONCE) {
    if (waiting.length >= QUEUE) throw new Unavailable('Too many sign-ins at once.');
    await new Promise<void>((resolve) => waiting.push(resolve));
  } else running += 1;
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }
}
