import { BODY_LIMIT } from '../../../kernel/http/server.ts';
import type { Services } from '../../../kernel/services.ts';
import type { Gateway } from '../gateway-row.ts';
import { ingest } from '../ingest.ts';

/** Takes in what a gateway published and gives what it is answered, as JSON. */
export async function answerTo(
  services: Services,
  gateway: Gateway,
  payload: string | Buffer,
): Promise<string> {
  if (Buffer.byteLength(payload) > BODY_LIMIT) return JSON.stringify({ error: 'At most 2 MB.' });
  const sent = messagesOf(payload);
  if (sent === null) return JSON.stringify({ error: 'The payload is no JSON.' });
  if (sent.length > 500) return JSON.stringify({ error: 'At most 500 messages.' });
  const { accepted, duplicate, rejected } = await ingest(services, gateway, sent);
  return JSON.stringify({
    accepted,
    duplicate,
    rejected: rejected.map(({ messageId, reason }) => ({ messageId, reason: reason.en })),
  });
}

function messagesOf(payload: string | Buffer): unknown[] | null {
  try {
    const sent: unknown = JSON.parse(payload.toString());
    return Array.isArray(sent) ? sent : [sent];
  } catch {
    return null;
  }
}
