import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ROOT_FOLDER } from '../config.ts';
import { contentPolicy } from './security-headers.ts';
import { unknownCall } from './server.ts';

/** Serves the built client: its files compressed beforehand, and its page for every address that a browser opens. */
export async function serveClient(
  app: FastifyInstance,
  folder = path.join(ROOT_FOLDER, 'web/dist'),
): Promise<void> {
  const page = readPage(folder);
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

/** The page of the client as somebody without a session gets it, and with the code of the shell and its lists ahead. */
interface ClientPage {
  readonly plain: string;
  readonly ahead: string;
}

function readPage(folder: string): ClientPage | null {
  const file = path.join(folder, 'index.html');
  if (!existsSync(file)) return null;
  const plain = readFileSync(file, 'utf8');
  const assets = path.join(folder, 'assets');
  const links = (existsSync(assets) ? readdirSync(assets) : [])
    .filter((name) => /^(list|shell)-[\w-]+\.js$/.test(name))
    .map((name) => `<link rel="modulepreload" crossorigin href="/assets/${name}">`);
  return { plain, ahead: plain.replace('</head>', `${links.join('')}</head>`) };
}

/** A browser that opens an address, not a script that calls one. What stands in an address may end like a file's name. */
function wantsPage({ method, headers, url }: FastifyRequest): boolean {
  const address = url.replace(/[?#].*$/, '');
  const isFile =
    /^\/(api|mom|person|edition\/api|assets|erpProject)\//.test(address) ||
    /^\/[^/]*\.[a-z0-9]{2,5}$/i.test(address);
  return method === 'GET' && !isFile && (headers.accept ?? '').includes('text/html');
}

function sendPage(request: FastifyRequest, reply: FastifyReply, page: ClientPage): FastifyReply {
  const html = /\bjwt_token=./.test(request.headers.cookie ?? '') ? page.ahead : page.plain;
  const nonce = randomBytes(16).toString('base64');
  return reply
    .headers({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-cache',
      'content-security-policy': contentPolicy(nonce),
    })
    .send(html.replaceAll('__CSP_NONCE__', nonce));
}
