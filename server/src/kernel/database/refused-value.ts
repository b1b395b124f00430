import pg from 'pg';

/**
 * Whether PostgreSQL refused what a statement holds: values that do not fit, broken rules, limits. It would refuse
 * them again; false for lost connections, waits and everything else that may pass.
 */
export function isRefusedValue(error: unknown): boolean {
  return error instanceof pg.DatabaseError && /^(22|23|54)/.test(error.code ?? '');
}

/** Whether PostgreSQL failed for what may pass: waits, lost locks, missing resources, its end. */
export function isPassing(error: unknown): boolean {
  return error instanceof pg.DatabaseError && !isRefusedValue(error);
}
