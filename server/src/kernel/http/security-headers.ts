import type { FastifyInstance } from 'fastify';

/** Headers that every answer carries; HSTS on HTTPS only. */
export function secureHeaders(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(EVERY_ANSWER);
    if (request.protocol === 'https') reply.header('strict-transport-security', 'max-age=31536000');
    done();
  });
}

/** The policy of a page: no inline script, styles of our own or with the nonce. */
export function contentPolicy(nonce: string): string {
  return [
    `default-src 'self'`,
    `style-src 'self' 'nonce-${nonce}' '${EMPTY_STYLE}'`,
    `img-src 'self' data: blob:`,
    `media-src 'self' https:`,
    `object-src 'none'`,
    `base-uri 'none'`,
    `form-action 'self'`,
    `frame-ancestors 'none'`,
  ].join('; ');
}

export const EVERY_ANSWER = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  'x-frame-options': 'DENY',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'content-security-policy': `default-src 'none'; frame-ancestors 'none'`,
} as const;

/** Digest of an empty style: measuring elements of the component library carry one, and it can style nothing. */
const EMPTY_STYLE = 'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=';
