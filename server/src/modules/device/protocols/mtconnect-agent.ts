import type { Gateway } from '../gateway-row.ts';
import { type ProbedDevice, readDevices } from './mtconnect-devices.ts';
import { readStreams, type StreamsDocument } from './mtconnect-document.ts';

/** Asks the agent of a gateway for `current` or `sample?…`. */
export async function askStreams(
  gateway: Pick<Gateway, 'address'>,
  call: string,
  signal: AbortSignal,
): Promise<StreamsDocument> {
  return readStreams(await ask(gateway, call, signal));
}

/** Asks which devices and data items an agent has. */
export async function askDevices(
  gateway: Pick<Gateway, 'address'>,
  signal: AbortSignal,
): Promise<ProbedDevice[]> {
  return readDevices(await ask(gateway, 'probe', signal));
}

async function ask(
  gateway: Pick<Gateway, 'address'>,
  call: string,
  signal: AbortSignal,
): Promise<string> {
  const base = (gateway.address ?? '').replace(/\/+$/, '');
  const response = await fetch(`${base}/${call}`, {
    headers: { accept: 'text/xml' },
    redirect: 'error',
    signal: AbortSignal.any([signal, AbortSignal.timeout(10_000)]),
  });
  return textOf(response);
}

/** Throws at more than any agent tells at once. */
async function textOf({ body }: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of body ?? []) {
    text += decoder.decode(chunk, { stream: true });
    if (text.length > LONGEST) throw new Error(`The agent answers more than ${LONGEST} letters.`);
  }
  return text + decoder.decode();
}

const LONGEST = 32 * 1024 * 1024;
