import { type ChildProcess, spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** A server in a process of its own. */
export interface Running {
  readonly child: ChildProcess;
  /** Its address without the slash at the end. */
  readonly base: string;
  /** Milliseconds from the call to the line `Ready`. */
  readonly readyMs: number;
  stop(): Promise<void>;
}

export const ROOT = path.dirname(import.meta.dirname);

/** Starts a file under this Node and waits for its line `Ready: <address>`, 60 s at most. */
export async function start(
  file: string,
  env: NodeJS.ProcessEnv,
  args: readonly string[] = [],
): Promise<Running> {
  const startedAt = performance.now();
  const child = spawn(process.execPath, [path.join(ROOT, file), ...args], {
    cwd: ROOT,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  process.once('exit', () => child.kill('SIGKILL'));
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const address = await readyLine(child, file);
  const stop = async () => {
    child.kill('SIGTERM');
    await gone;
  };
  return { child, base: address.replace(/\/$/, ''), readyMs: performance.now() - startedAt, stop };
}

/** Memory of a process that is its own, in megabytes; `peak` gives the most there ever was. Linux only, else NaN. */
export function memoryMb(pid: number | undefined, peak = false): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    const found = (peak ? /^VmHWM:\s+(\d+)/m : /^VmRSS:\s+(\d+)/m).exec(status);
    return Number(found?.[1]) / 1024;
  } catch {
    return Number.NaN;
  }
}

/** Seconds of processor time that a process and its children have used so far. Linux only, else NaN. */
export function processorSeconds(pid: number | undefined): number {
  try {
    const children = readdirSync('/proc').filter(
      (name) => /^\d+$/.test(name) && statOf(name)[1] === String(pid),
    );
    return [String(pid), ...children].reduce((sum, id) => sum + ticksOf(statOf(id)), 0) / TICKS;
  } catch {
    return Number.NaN;
  }
}

/** Clock ticks of `/proc/<pid>/stat` a second, on every Linux of today. */
const TICKS = 100;

/** State, parent and what follows in `/proc/<pid>/stat`; empty for a process that has ended. */
function statOf(pid: string): string[] {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  } catch {
    return [];
  }
}

/** Own time, and that of children that ended. */
function ticksOf(stat: readonly string[]): number {
  return [11, 12, 13, 14].reduce((sum, place) => sum + Number(stat[place] ?? 0), 0);
}

function readyLine(child: ChildProcess, file: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    const timer = setTimeout(() => {
      child.kill('SIGKILL');
      reject(new Error(`${file} did not get ready: ${text}`));
    }, 60_000);
    child.once('exit', (code) => {
      clearTimeout(timer);
      reject(new Error(`${file} ended with ${code}: ${text}`));
    });
    child.stdout?.on('data', (chunk: Buffer) => {
      text += chunk.toString();
      const found = /^Ready: (\S+)$/m.exec(text)?.[1];
      if (!found) return;
      clearTimeout(timer);
      resolve(found);
    });
  });
}
