import os from 'node:os';
import type { Config } from '../../kernel/config.ts';

/** What tells a process from the others of the same database: its address, or its number where it takes any free port. */
export function processName({ port }: Pick<Config, 'port'>): string {
  return `millwright-${os.hostname()}-${port === 0 ? `p${process.pid}` : port}`;
}
