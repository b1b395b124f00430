import { gatewayRefusals } from '@millwright/contract/base/gateway';
import { messageSchema } from '@millwright/contract/device/message';
import { pick, type Text } from '@millwright/contract/kernel/text';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Route } from '../../kernel/http/route.ts';
import { refuse } from '../../kernel/refuse.ts';
import type { Services } from '../../kernel/services.ts';
import { commandResultSchema, endCommand, waitingCommands } from './commands.ts';
import { gatewayOf } from './credentials.ts';
import type { Gateway } from './gateway-row.ts';
import { answerOf, ingest } from './ingest.ts';
import { askInterlock, interlockSchema } from './interlock.ts';

/** Calls of gateways; each carries `Authorization: Basic base64(clientId:secret)` instead of a session. */
export function deviceRoutes(services: Services): Route[] {
  const as = ({ request }: { request: FastifyRequest }): Promise<Gateway> =>
    gatewayOf(services, request.headers.authorization);
  return [
    route('POST', '/api/device/messages', texts.messages, z.array(messageSchema).max(500), {
      async handle({ session }, call) {
        const gateway = await as(call);
        if (!Array.isArray(call.body)) throw refuse(gatewayRefusals['gateway.call.batch']);
        const done = await ingest(services, gateway, call.body);
        return answerOf(done, (reason) => pick(reason, session.locale));
      },
    }),
    route('POST', '/api/device/interlock', texts.interlock, interlockSchema, {
      handle: async (_context, call) => askInterlock(services, await as(call), call.body),
    }),
    route('GET', '/api/device/commands', texts.commands, null, {
      handle: async (_context, call) => waitingCommands(services, await as(call)),
    }),
    route('POST', '/api/device/commands/:id/result', texts.result, commandResultSchema, {
      handle: async (_context, call) =>
        endCommand(services, await as(call), call.params.id ?? '', call.body),
    }),
  ];
}

function route(
  method: Route['method'],
  path: string,
  summary: Text,
  body: z.ZodType | null,
  { handle }: Pick<Route, 'handle'>,
): Route {
  const shape = body && z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' });
  const describe = { summary, ...(shape ? { body: shape } : {}) };
  return { method, path, tag: 'public', transaction: 'none', describe, handle };
}

const texts = {
  messages: {
    zh: '网关上报消息，每次最多500条；Basic 认证：客户端ID与密钥',
    en: 'Messages of machines, at most 500; Basic authorization: client id and secret of the gateway',
  },
  interlock: {
    zh: '夹紧前询问：该工件能否在此工位加工',
    en: 'Asked before clamping: may this piece be worked here',
  },
  commands: { zh: '等待网关执行的指令', en: 'Requests that wait for the gateway' },
  result: { zh: '回报指令的结果', en: 'Result of a request' },
};
