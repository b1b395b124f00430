import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { publicPaths } from '@millwright/contract/constants';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ROOT_FOLDER } from '../config.ts';
import { type ClientPage, readClientPage } from './client-page.ts';
import { contentPolicy } from './security-headers.ts';
import { unknownCall } from './server.ts';

/** Serves the built client: its files compressed beforehand, and its page for every address that a browser opens. */
export async function serveClient(
  app: FastifyInstance,
  folder = path.join(ROOT_FOLDER, 'web/dist'),
): Promise<void> {
  const page = readClientPage(folder);
  app.setNotFoundHandler((request, reply) =>
    page !== null && wantsPage(request)
      ? sendPage(request, reply, page)
      : unknownCall(request, reply),
  );
  if (page === null) return;
  await app.register(fastifyStatic, {
    root: folder,
    index: false,
    preCompressed: true,
    cacheControl: false,
    setHeaders(reply, file) {
      const forGood = file.includes(`${path.sep}assets${path.sep}`);
      reply.headers({
        'cache-control': forGood ? 'public, max-age=31536000, immutable' : 'no-cache',
        'content-security-policy': `default-src 'self'`,
      });
    },
  });
  app.get('/index.html', (request, reply) => sendPage(request, reply, page));
  app.get('/', (request, reply) => sendPage(request, reply, page));
}

/**
 * A browser that opens an address, not a script that calls one; the public pages are there for whoever asks, so that a
 * monitor sees them too. What stands in an address may end like a file's name.
 */
function wantsPage({ method, headers, url }: FastifyRequest): boolean {
  const address = addressOf(url);
  const isFile =
    /^\/(api|mom|person|edition\/api|assets|erpProject)\//.test(address) ||
    /^\/[^/]*\.[a-z0-9]{2,5}$/i.test(address);
  const isAsked =
    (publicPaths as readonly string[]).includes(address) ||
    (headers.accept ?? '').includes('text/html');
  return (method === 'GET' || method === 'HEAD') && !isFile && isAsked;
}

async function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  page: ClientPage,
): Promise<FastifyReply> {
  const hasSession = /\bjwt_token=./.test(request.headers.cookie ?? '');
  const nonce = randomBytes(16).toString('base64');
  const html = await page.html({ path: addressOf(request.url), hasSession, nonce });
  return reply
    .headers({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-cache',
      'content-security-policy': contentPolicy(nonce),
    })
    .send(html);
}

function addressOf(url: string): string {
  return url.replace(/[?#].*$/, '');
}
