import { allows, EVERYTHING } from '@millwright/contract/kernel/permission';
import { menu } from '@millwright/contract/menu';
import { wordOf } from '@millwright/contract/menu/action-words';
import { everyRoleTags } from '@millwright/contract/menu/loose-tags';
import type { MenuEntry } from '@millwright/contract/menu/entry';
import type { Text } from '@millwright/contract/kernel/text';
import { useQuery } from '@tanstack/react-query';
import { Skeleton } from 'antd';
import Search from 'antd/es/input/Search';
import { useMemo, useState } from 'react';
import type { EntityRow } from '../entity/entity-row.ts';
import { Pane } from '../entity/pane.tsx';
import { say, t } from '../kernel/language.tsx';
import { markText } from '../locales/marks.ts';
import { userText as text } from '../locales/people.ts';
import { clearing } from '../controls/clearing.tsx';
import { userCalls } from './user-calls.ts';
import type { EffectivePermissions } from './user-calls.ts';

/** What a person may do, page by page, and which role gives it. */
export function UserPermissions({ row, onClose }: { row: EntityRow; onClose: () => void }) {
  const [word, setWord] = useState('');
  const { data } = useQuery({
    queryKey: ['userPermissions', row.id, row.revision],
    queryFn: () => userCalls.permissions(row.id),
  });
  const lines = useMemo(() => (data ? linesOf(data) : []), [data]);
  const shown = lines.filter((line) => fits(line, word));
  return (
    <Pane
      title={say(text.permissionsTitle, { name: String(row['realName']) })}
      takesFocus
      onClose={onClose}
    >
      {!data && <Skeleton active />}
      {data && lines.length === 0 && <p className="pane-empty">{t(text.noPermissions)}</p>}
      {data && lines.length > 0 && (
        <>
          <p className="pane-hint">
            {data.permissions.includes(EVERYTHING)
              ? t(text.everything)
              : say(text.permissionsHint, { n: lines.length, roles: data.roles.length })}
          </p>
          <Search
            allowClear={clearing}
            placeholder={t(text.searchPermission)}
            aria-label={t(text.searchPermission)}
            value={word}
            onChange={(event) => setWord(event.target.value)}
          />
          <table className="plain-table permissions-table">
            <thead>
              <tr>
                <th>{t(text.page)}</th>
                <th>{t(text.action)}</th>
                <th>{t(text.from)}</th>
              </tr>
            </thead>
            <tbody>
              {shown.map((line, index) => (
                <tr key={line.tag}>
                  <th scope="row">{shown[index - 1]?.page === line.page ? '' : t(line.page)}</th>
                  <td>
                    {t(line.action)}
                    <small>{line.tag}</small>
                  </td>
                  <td>{line.roles.join(t(markText.comma))}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </>
      )}
    </Pane>
  );
}

interface Line {
  readonly tag: string;
  readonly page: Text;
  readonly action: Text;
  readonly roles: readonly string[];
}

/** One line per tag in the order of the menu; tags of no page stand last. */
function linesOf(data: EffectivePermissions): Line[] {
  const granted = data.roles
    .filter((role) => role.status === '1')
    .map((role) => ({ name: role.roleName, tags: new Set(role.permissions) }));
  const givers = (tag: string) =>
    granted.filter((role) => allows(role.tags, tag)).map((role) => role.name);
  const known = menu
    .flatMap((entry) => tagsBelow(entry))
    .map((line) => ({ ...line, roles: givers(line.tag) }));
  const listed = new Set(known.map((line) => line.tag));
  const rest = data.permissions.filter((tag) => !listed.has(tag) && !tag.includes('*'));
  const others = rest.map((tag) => ({
    tag,
    page: text.others,
    action: everyRoleTags.includes(tag) ? wordOf(tag) : { zh: tag, en: tag },
    roles: givers(tag),
  }));
  return [...known.filter((line) => line.roles.length > 0), ...others];
}

function tagsBelow(entry: MenuEntry): Omit<Line, 'roles'>[] {
  const own =
    entry.ready && entry.tag ? entry.actions.map((action) => `${entry.tag}:${action}`) : [];
  return [
    ...own.map((tag) => ({ tag, page: entry.title, action: wordOf(tag) })),
    ...entry.children.flatMap(tagsBelow),
  ];
}

function fits(line: Line, word: string): boolean {
  const all = [line.page.zh, line.page.en, line.action.zh, line.action.en, line.tag]
    .join('\n')
    .toLowerCase();
  return all.includes(word.trim().toLowerCase());
}
