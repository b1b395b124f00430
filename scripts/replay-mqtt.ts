import { setTimeout as sleep } from 'node:timers/promises';
import { connect, type MqttClient } from 'mqtt';

/** What became of the messages of a batch. */
export interface Answer {
  accepted: string[];
  duplicate: string[];
  rejected: { messageId: string; reason: string }[];
}

/** Publishes messages of a gateway at a broker. */
export interface MqttSender {
  /** Publishes until the server answers: neither a broker nor a server that is away loses anything. */
  send(messages: readonly { messageId: string }[]): Promise<Answer>;
  close(): Promise<void>;
}

/**
 * A sender for `clientId:secret`, which also sign in at the broker. A broker may take a message and lose it before the
 * server had it, hence the answer counts and not the broker's receipt. Ends the process where the broker refuses us.
 */
export function openMqttSender(url: string, credentials: string): MqttSender {
  const colon = credentials.indexOf(':');
  const clientId = colon < 0 ? credentials : credentials.slice(0, colon);
  const client = connect(url, {
    username: clientId,
    password: credentials.slice(colon + 1),
    reconnectPeriod: 500,
  });
  const { waiting, state } = hearAnswers(client, clientId);
  return {
    async send(messages) {
      const id = messages[0]?.messageId;
      if (id === undefined) return { accepted: [], duplicate: [], rejected: [] };
      const answered = new Promise<Answer>((resolve) => waiting.set(id, resolve));
      const text = JSON.stringify(messages);
      for (;;) {
        while (!state.isListening) await sleep(50);
        client.publish(`millwright/${clientId}/messages`, text, { qos: 1 }, () => undefined);
        const answer = await Promise.race([answered, sleep(ANSWER_MS, null)]);
        if (answer) {
          waiting.delete(id);
          return answer;
        }
        console.error('No answer; the batch is sent again.');
      }
    },
    close: () => client.endAsync(true),
  };
}

/** Those who wait for an answer, by the id of their first message; nothing is sent before answers can be heard. */
function hearAnswers(client: MqttClient, clientId: string) {
  const waiting = new Map<string, (answer: Answer) => void>();
  const state = { isListening: false };
  client.on('connect', () =>
    client.subscribe(`millwright/${clientId}/answers`, { qos: 1 }, (error) => {
      state.isListening = !error;
    }),
  );
  client.on('close', () => {
    state.isListening = false;
  });
  client.on('error', (error) => {
    console.error(error.message);
    if (/not authorized|bad user/i.test(error.message)) process.exit(1);
  });
  client.on('message', (_topic, payload) => {
    const answer = JSON.parse(payload.toString()) as Partial<Answer> & { error?: string };
    if (answer.error) console.error(answer.error);
    const { accepted = [], duplicate = [], rejected = [] } = answer;
    for (const id of [...accepted, ...duplicate, ...rejected.map(({ messageId }) => messageId)])
      waiting.get(id)?.({ accepted, duplicate, rejected });
  });
  return { waiting, state };
}

const ANSWER_MS = 3000;
