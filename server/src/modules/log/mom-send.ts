import { maskedWords } from '../../kernel/http/mask.ts';

/** How a call to the MOM service went; `text` is its answer, masked and cut. */
export interface Sent {
  readonly ok: boolean;
  readonly code: string;
  readonly ms: number;
  readonly text: string | null;
}

/** The service has ten seconds, and says what it has to say in 1 MB. */
const TIMEOUT_MS = 10_000;
const LONGEST = 1_000_000;

/** Sends a body once under its idempotency key; failures are told by `code`, nothing is thrown. */
export async function sendToMom(call: {
  readonly url: string;
  readonly key: string;
  readonly body: string;
}): Promise<Sent> {
  const startedAt = performance.now();
  const ended = (ok: boolean, code: string, text: string): Sent => ({
    ok,
    code: code.slice(0, 20),
    ms: Math.round(performance.now() - startedAt),
    text: maskedWords(text),
  });
  try {
    const answer = await fetch(call.url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'Idempotency-Key': call.key },
      body: call.body,
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const { text, isWhole } = await readAtMost(answer, LONGEST);
    if (!isWhole) return ended(false, 'TOO_LONG', text);
    const code = codeIn(text);
    return ended(answer.ok && (code === null || code === '0'), code ?? String(answer.status), text);
  } catch (error) {
    const isLate = error instanceof Error && error.name === 'TimeoutError';
    return ended(false, isLate ? 'TIMEOUT' : 'UNREACHABLE', '');
  }
}

/** The text of an answer, or its begin where it is longer than so many bytes: the rest is not read. */
async function readAtMost(answer: Response, bytes: number) {
  const decoder = new TextDecoder();
  let text = '';
  let read = 0;
  for await (const chunk of answer.body ?? []) {
    read += chunk.length;
    if (read > bytes) return { text, isWhole: false };
    text += decoder.decode(chunk, { stream: true });
  }
  return { text: text + decoder.decode(), isWhole: true };
}

/** The code of an answer in the form `{ code, … }`. */
function codeIn(text: string): string | null {
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === 'object' && body !== null && 'code' in body ? String(body.code) : null;
  } catch {
    return null;
  }
}
