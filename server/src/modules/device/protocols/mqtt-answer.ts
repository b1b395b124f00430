import { gatewayRefusals } from '@millwright/contract/base/gateway';
import { BATCH_LIMIT } from '@millwright/contract/device/message';
import type { Text } from '@millwright/contract/kernel/text';
import { BODY_LIMIT } from '../../../kernel/http/server.ts';
import type { Services } from '../../../kernel/services.ts';
import type { Gateway } from '../gateway-row.ts';
import { ingest, refuseWhole } from '../ingest.ts';

/**
 * Takes in what a gateway published and gives what it is answered, as JSON. What is refused as a whole is kept with its
 * reason too: whoever publishes need not listen to answers.
 */
export async function answerTo(
  services: Services,
  gateway: Gateway,
  payload: string | Buffer,
): Promise<string> {
  const sent = messagesOf(payload);
  if ('refused' in sent) return answerRefused(services, gateway, sent.refused, payload);
  const { accepted, duplicate, rejected } = await ingest(services, gateway, sent.messages);
  return JSON.stringify({
    accepted,
    duplicate,
    rejected: rejected.map(({ messageId, reason }) => ({ messageId, reason: reason.en })),
  });
}

/** Keeps a payload of which nothing is taken in, with the reason, and gives the answer to it. */
export async function answerRefused(
  services: Services,
  gateway: Gateway,
  reason: Text,
  payload: string | Buffer,
): Promise<string> {
  const begin = payload.toString('utf8').slice(0, KEPT_LETTERS);
  await refuseWhole(services, gateway, reason, begin);
  return JSON.stringify({ error: reason.en });
}

/** So much of a payload shows what it was. */
const KEPT_LETTERS = 4096;

function messagesOf(
  payload: string | Buffer,
): { readonly messages: unknown[] } | { readonly refused: Text } {
  if (Buffer.byteLength(payload) > BODY_LIMIT) return { refused: texts.large };
  let sent: unknown;
  try {
    sent = JSON.parse(payload.toString());
  } catch {
    return { refused: texts.json };
  }
  const messages = Array.isArray(sent) ? sent : [sent];
  return messages.length > BATCH_LIMIT
    ? { refused: gatewayRefusals['gateway.call.batch'].text }
    : { messages };
}

const texts = {
  large: { zh: '超过2 MB', en: 'More than 2 MB' },
  json: { zh: '内容不是JSON', en: 'The payload is no JSON' },
};
