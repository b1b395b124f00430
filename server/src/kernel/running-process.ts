import { readFileSync } from 'node:fs';

/** Says which process this is, in a file that others read: its number and when it began, since numbers come again. */
export function ownMark(): string {
  return `${process.pid} ${startOf(process.pid)}`;
}

/** Whether the process that left a mark runs, and is another than this one. */
export function isAnotherRunning(mark: string): boolean {
  const [number = '', start = ''] = mark.trim().split(' ');
  const pid = Number(number);
  if (!Number.isInteger(pid) || pid <= 0 || pid === process.pid) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
  return startOf(pid) === start && statOf(pid)[0] !== ZOMBIE;
}

/** A killed process of which nobody has taken notice yet, as in a container whose first process does not: it holds nothing. */
const ZOMBIE = 'Z';

/** When a process started, as Linux tells it (boot and clock ticks); `-` elsewhere, where its number must do. */
function startOf(pid: number): string {
  const ticks = statOf(pid)[19];
  return ticks === undefined ? '-' : `${read('/proc/sys/kernel/random/boot_id').trim()}:${ticks}`;
}

/** What Linux tells of a process from its state on; elsewhere, and of none, nothing. */
function statOf(pid: number): string[] {
  const stat = read(`/proc/${pid}/stat`);
  return stat === '' ? [] : stat.slice(stat.lastIndexOf(')') + 2).split(' ');
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
