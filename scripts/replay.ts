// Replays a recording in the line protocol: `npm run replay -- file --speed 100 …`.
//   --to http://127.0.0.1:8080 --client id:secret --device NB-MC-01    posts messages, each batch until it is answered
//   --mqtt mqtt://127.0.0.1:1883 --client id:secret --device NB-MC-01  publishes messages, each batch until it is answered
//   --port 7878                                                        plays the lines to whoever connects, as an adapter does
// Files ending in .gz are unpacked. --speed 0 sends as fast as possible (the default); times stay as recorded, so the
// gateway wants "History".
import { readFileSync } from 'node:fs';
import net from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { createMapper } from '@millwright/contract/device/mapper';
import { usualMapping } from '@millwright/contract/device/mapping';
import type { DeviceMessage } from '@millwright/contract/device/message';
import { readShdrLine } from '@millwright/contract/device/observation';
import { type Answer, openMqttSender } from './replay-mqtt.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    speed: { type: 'string', default: '0' },
    to: { type: 'string' },
    mqtt: { type: 'string' },
    client: { type: 'string', default: '' },
    device: { type: 'string', default: '' },
    port: { type: 'string' },
  },
});
const [file] = positionals;
if (!file || (!values.to && !values.port && !values.mqtt)) {
  console.error(
    'npm run replay -- <file> [--speed 100] ((--to | --mqtt) <address> --client <id:secret> --device <number> | --port <port>)',
  );
  process.exit(1);
}
const bytes = readFileSync(file);
const lines = (file.endsWith('.gz') ? gunzipSync(bytes) : bytes)
  .toString('utf8')
  .split('\n')
  .filter((line) => line !== '');
const speed = Number(values.speed);

if (values.to) {
  const { to } = values;
  await sendAll((messages) => post(to, messages));
} else if (values.mqtt) {
  const sender = openMqttSender(values.mqtt, values.client);
  await sendAll((messages) => sender.send(messages));
  await sender.close();
} else playTo(Number(values.port));

async function sendAll(send: (messages: DeviceMessage[]) => Promise<Answer>): Promise<void> {
  const mapper = createMapper(usualMapping(values.device), values.client.split(':')[0] ?? '');
  const sums = { accepted: 0, duplicate: 0, rejected: 0 };
  for await (const batch of paced()) {
    const messages = batch.flatMap(readShdrLine).flatMap((said) => mapper.take(said) ?? []);
    for (let at = 0; at < messages.length; at += 500) {
      const answer = await send(messages.slice(at, at + 500));
      sums.accepted += answer.accepted.length;
      sums.duplicate += answer.duplicate.length;
      sums.rejected += answer.rejected.length;
      const [first] = answer.rejected;
      if (first) console.log(`${first.messageId}: ${first.reason}`);
    }
  }
  console.log(
    `${lines.length} lines: ${sums.accepted} accepted, ${sums.duplicate} duplicate, ${sums.rejected} rejected`,
  );
}

/** A gateway resends until it is answered; what came twice changes nothing. */
async function post(address: string, messages: readonly unknown[]): Promise<Answer> {
  for (;;) {
    try {
      const response = await fetch(new URL('/api/device/messages', address), {
        method: 'POST',
        headers: {
          authorization: `Basic ${Buffer.from(values.client).toString('base64')}`,
          'content-type': 'application/json',
        },
        body: JSON.stringify(messages),
      });
      const { code, msg, data } = (await response.json()) as {
        code: number;
        msg: string;
        data: Answer;
      };
      if (code === 0) return data;
      console.error(`${code} ${msg}`);
      if (code === 402 || code === 400) process.exit(1);
    } catch (error) {
      console.error(`No answer: ${error instanceof Error ? error.message : String(error)}`);
    }
    await sleep(1000);
  }
}

function playTo(port: number): void {
  const server = net.createServer((socket) => {
    socket.on('error', () => socket.destroy());
    socket.on('data', (data) => {
      if (data.toString().includes('* PING')) socket.write('* PONG 10000\n');
    });
    void (async () => {
      for await (const batch of paced()) {
        if (socket.destroyed) return;
        if (!socket.write(`${batch.join('\n')}\n`))
          await new Promise((resolve) => socket.once('drain', resolve));
      }
      console.log('All lines were played; the connection stays open.');
    })();
  });
  server.listen(port, () => console.log(`Playing ${lines.length} lines on port ${port}`));
}

/** Lines in the rhythm of the recording, `speed` times as fast. */
async function* paced(): AsyncGenerator<string[]> {
  let batch: string[] = [];
  let last: number | null = null;
  for (const line of lines) {
    const moment = Date.parse(line.split('|', 1)[0] ?? '');
    const pause = speed > 0 && last !== null ? Math.max(0, moment - last) / speed : 0;
    if (batch.length > 0 && (pause > 5 || batch.length >= 500)) {
      yield batch;
      batch = [];
      // Recordings open with values of earlier days; nobody waits for those.
      await sleep(Math.min(pause, 60_000 / Math.max(speed, 1)));
    }
    batch.push(line);
    if (!Number.isNaN(moment)) last = moment;
  }
  yield batch;
}
