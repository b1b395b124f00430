import type { Gateway } from '../gateway-row.ts';
import { type ProbedDevice, readDevices } from './mtconnect-devices.ts';
import { readStreams, type StreamsDocument } from './mtconnect-document.ts';
import { boundaryOf, readParts } from './multipart.ts';

type Agent = Pick<Gateway, 'address'>;

/** Asks the agent of a gateway for `current` or `sample?…`. */
export async function askStreams(
  agent: Agent,
  call: string,
  signal: AbortSignal,
): Promise<StreamsDocument> {
  return readStreams(await askOnce(agent, call, signal));
}

/** Asks which devices and data items an agent has. */
export async function askDevices(agent: Agent, signal: AbortSignal): Promise<ProbedDevice[]> {
  return readDevices(await askOnce(agent, 'probe', signal));
}

/** What an agent answers that was asked to go on telling. */
interface Answer {
  /** False where it answers with one document and is done. */
  readonly isStream: boolean;
  /** To be read to its end, or left by `return`: that ends the connection. */
  readonly documents: AsyncGenerator<StreamsDocument>;
}

/**
 * Asks the agent of a gateway for `sample?…&interval=…&heartbeat=…`. The connection is given up when nothing whole
 * arrives for `silentMs` while somebody waits for it.
 */
export async function openStream(
  agent: Agent,
  call: string,
  silentMs: number,
  signal: AbortSignal,
): Promise<Answer> {
  const end = new AbortController();
  const giveUp = () => end.abort(new Error(`The agent told nothing for ${silentMs} ms.`));
  let timer = setTimeout(giveUp, silentMs);
  const close = () => {
    clearTimeout(timer);
    end.abort();
  };
  async function* documents(response: Response, boundary: string | null) {
    try {
      if (boundary === null || !response.body) {
        yield readStreams(await textOf(response));
        return;
      }
      for await (const part of readParts(response.body, boundary, LONGEST)) {
        clearTimeout(timer);
        yield readStreams(part);
        timer = setTimeout(giveUp, silentMs);
      }
    } finally {
      close();
    }
  }
  try {
    const response = await ask(agent, call, AbortSignal.any([signal, end.signal]));
    const boundary = boundaryOf(response.headers.get('content-type'));
    return { isStream: boundary !== null, documents: documents(response, boundary) };
  } catch (error) {
    close();
    throw error;
  }
}

async function askOnce(agent: Agent, call: string, signal: AbortSignal): Promise<string> {
  const both = AbortSignal.any([signal, AbortSignal.timeout(10_000)]);
  return textOf(await ask(agent, call, both));
}

async function ask({ address }: Agent, call: string, signal: AbortSignal): Promise<Response> {
  const base = (address ?? '').replace(/\/+$/, '');
  return fetch(`${base}/${call}`, { headers: { accept: 'text/xml' }, redirect: 'error', signal });
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
