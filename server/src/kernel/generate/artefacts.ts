import { entities } from '@millwright/contract/registry';
import { tablesOf, schemaSql, tableText } from '../sql/table-sql.ts';
import { coverageText } from './coverage.ts';
import { menuText } from './menu-text.ts';
import { openApi } from './open-api.ts';
import { permissionsText } from './permissions-text.ts';
import type { Route } from '../http/route.ts';

/** Everything under `generated/` as path → text, from the declarations, the routes and the tests' titles. */
export function artefacts(routes: readonly Route[], root: string): Map<string, string> {
  const files = new Map<string, string>();
  for (const entity of entities) {
    const tables = tablesOf(entity).map(tableText).join('\n\n');
    files.set(`sql/${entity.name.replace('/', '-')}.sql`, `${tables}\n`);
  }
  files.set('schema.sql', schemaSql(entities));
  files.set('openapi.json', `${JSON.stringify(openApi(routes), null, 2)}\n`);
  files.set('permissions.md', permissionsText(routes));
  files.set('menu.md', menuText());
  files.set('coverage.md', coverageText(root));
  return files;
}
