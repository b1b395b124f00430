import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { neededProgram } from '../../../kernel/needed-program.testing.ts';

/** A broker on a port of its own that lets everybody in and keeps sessions while it is away; ready when this resolves. */
export async function startMosquitto(): Promise<{
  url: string;
  /** Ends the broker and starts it again. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}> {
  const program = neededProgram({ name: 'Mosquitto', file: 'mosquitto', debian: 'mosquitto' });
  const port = await freePort();
  const folder = await mkdtemp(path.join(os.tmpdir(), 'millwright-mosquitto-'));
  const file = path.join(folder, 'mosquitto.conf');
  const user = process.getuid?.() === 0 ? 'user root\n' : '';
  const keeping = `persistence true\npersistence_location ${folder}/\n`;
  await writeFile(file, `listener ${port} 127.0.0.1\nallow_anonymous true\n${keeping}${user}`);
  const start = async () => {
    const child = spawn(program, ['-c', file], { stdio: 'ignore' });
    const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()));
    await untilListening(child, port);
    return async () => {
      child.kill('SIGTERM');
      await gone;
    };
  };
  let end = await start();
  return {
    url: `mqtt://127.0.0.1:${port}`,
    async restart() {
      await end();
      end = await start();
    },
    async stop() {
      await end();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** A port that was free a moment ago. */
export async function freePort(): Promise<number> {
  const server = net.createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as net.AddressInfo;
  await new Promise<void>((resolve) => server.close(() => resolve()));
  return port;
}

async function untilListening(child: ChildProcess, port: number): Promise<void> {
  for (let tries = 0; tries < 100; tries += 1) {
    if (child.exitCode !== null) throw new Error(`Mosquitto ended with ${child.exitCode}.`);
    const isOpen = await new Promise<boolean>((resolve) => {
      const socket = net.connect(port, '127.0.0.1', () => resolve(true));
      socket.once('error', () => resolve(false));
      socket.once('connect', () => socket.end());
    });
    if (isOpen) return;
    await sleep(100);
  }
  throw new Error('Mosquitto does not answer.');
}
