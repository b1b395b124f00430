import { type Locale, pick, type Text } from '@millwright/contract/kernel/text';
import { openApi } from '../../kernel/generate/open-api.ts';
import { escaped, page } from '../../kernel/http/browser-address.ts';
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
      opensInBrowser: true,
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
      opensInBrowser: true,
      handle: async ({ session }, { reply }) => {
        reply
          .header('content-type', 'text/html; charset=utf-8')
          .send(pageOf(routes(), session.locale));
        return SENT;
      },
    },
  ];
}

/** Not an answer of ours in JSON, which would be an envelope. */
const API_TYPE = 'application/vnd.oai.openapi+json; charset=utf-8';

const TITLE: Text = { zh: '接口说明', en: 'API description' };
const HEADS: readonly Text[] = [
  { zh: '方法', en: 'Method' },
  { zh: '路径', en: 'Path' },
  { zh: '权限', en: 'Permission' },
  { zh: '内容', en: 'Subject' },
];

function pageOf(routes: readonly Route[], locale: Locale): string {
  const rows = [...routes]
    .sort((one, other) => one.path.localeCompare(other.path))
    .map(({ method, path, tag, describe, module }) => {
      const subject = describe?.summary ?? module;
      const words = [method, path, tag, subject ? pick(subject, locale) : ''];
      return `<tr>${words.map((word) => `<td><code>${escaped(word)}</code></td>`).join('')}</tr>`;
    });
  const heads = HEADS.map((head) => `<th scope="col" align="left">${pick(head, locale)}</th>`);
  return page(
    locale,
    pick(TITLE, locale),
    `<p><a href="/api/docs/openapi.json">openapi.json</a></p>
<table><thead><tr>${heads.join('')}</tr></thead><tbody>${rows.join('\n')}</tbody></table>`,
  );
}
