import { allEntries, menu } from '@millwright/contract/menu';

/** The menu tree as a table: what stands where, under which tag, and whether its page exists. */
export function menuText(): string {
  const rows = allEntries(menu).map((entry) => {
    const indent = '· '.repeat(Math.max(0, entry.path.split('/').length - 2));
    const ready = entry.type === 'D' ? '' : entry.ready ? 'yes' : 'later';
    return `| ${entry.type} | ${indent}${entry.title.zh} / ${entry.title.en} | ${entry.path} | ${entry.component} | ${entry.tag ?? ''} | ${ready} |`;
  });
  return `# Menu\n\n| type | zh / en | path | component | tag | page |\n|---|---|---|---|---|---|\n${rows.join('\n')}\n`;
}
