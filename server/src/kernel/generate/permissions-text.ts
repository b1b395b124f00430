import { allTags } from '@millwright/contract/menu';
import { roles, tagsOf } from '@millwright/contract/roles';
import type { Route } from '../http/route.ts';

/** Every permission tag with the calls that it guards and the built-in roles that hold it. */
export function permissionsText(routes: readonly Route[]): string {
  const holders = roles.map((role) => [role.roleKey, new Set(tagsOf(role))] as const);
  const rows = allTags().map((tag) => {
    const calls = routes
      .filter((route) => route.tag === tag)
      .map(({ method, path }) => `\`${method} ${path}\``);
    const held = holders.filter(([, tags]) => tags.has(tag)).map(([key]) => key);
    return `| ${tag} | ${calls.join('<br>') || 'later'} | ${held.join(', ')} |`;
  });
  const open = routes
    .filter(({ tag }) => tag === 'public')
    .map(({ method, path }) => `- \`${method} ${path}\``);
  const signedIn = routes
    .filter(({ tag }) => tag === 'session')
    .map(({ method, path }) => `- \`${method} ${path}\``);
  return [
    '# Permissions\n\n| tag | calls | roles |\n|---|---|---|',
    ...rows,
    '\n## Calls that need a session only\n',
    ...signedIn,
    '\n## Calls without a session\n',
    ...open,
    '',
  ].join('\n');
}
