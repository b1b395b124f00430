import { openApi } from '../../kernel/generate/open-api.ts';
import { type Route, SENT } from '../../kernel/http/route.ts';

/** The API description and a page that lists it; both for those who may read the menu entries with their tags. */
export function apiDocsRoutes(routes: () => readonly Route[]): Route[] {
  const tag = 'system:menu:query';
  return [
    {
      method: 'GET',
      path: '/api/docs/openapi.json',
      tag,
      transaction: 'none',
      handle: async (_context, { reply }) => {
        reply.header('content-type', API_TYPE).send(JSON.stringify(openApi(routes())));
        return SENT;
      },
    },
    {
      method: 'GET',
      path: '/api/docs',
      tag,
      transaction: 'none',
      handle: async (_context, { reply }) => {
        reply
          .headers({
            'content-type': 'text/html; charset=utf-8',
            'content-security-policy': PAGE_POLICY,
          })
          .send(pageOf(routes()));
        return SENT;
      },
    },
  ];
}

/** Not an answer of ours in JSON, which would be an envelope. */
const API_TYPE = 'application/vnd.oai.openapi+json; charset=utf-8';
const PAGE_POLICY = `default-src 'none'; frame-ancestors 'none'`;

function pageOf(routes: readonly Route[]): string {
  const rows = [...routes]
    .sort((one, other) => one.path.localeCompare(other.path))
    .map((route) => {
      const { summary } = route.describe ?? {};
      const words = [
        route.method,
        route.path,
        route.tag,
        summary ? `${summary.zh} / ${summary.en}` : (route.module?.zh ?? ''),
      ];
      return `<tr>${words.map((word) => `<td><code>${escaped(word)}</code></td>`).join('')}</tr>`;
    });
  return `<!doctype html><html lang="zh-CN"><head><meta charset="utf-8"><title>API</title></head><body>
<h1>API</h1><p><a href="/api/docs/openapi.json">openapi.json</a></p>
<table><thead><tr><th>Method</th><th>Path</th><th>Permission</th><th>Subject</th></tr></thead><tbody>${rows.join('\n')}</tbody></table></body></html>`;
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
