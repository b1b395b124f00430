import { menuGroups } from '@millwright/contract/menu';
import type { MenuGroup } from '@millwright/contract/menu/entry';
import { menuEntry } from '@millwright/contract/system/menu';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Pane } from '../entity/pane.tsx';
import { api } from '../kernel/api.ts';
import { t } from '../kernel/language.tsx';
import { sidebar } from '../kernel/menu-routes.ts';
import type { MenuRoute, SideEntry } from '../kernel/menu-routes.ts';
import { menuText as text } from '../locales/structure.ts';
import { MenuIcon } from '../shell/menu-icons.tsx';
import { RowPicker } from './row-picker.tsx';

/** The sidebar as people with one role see it. */
export function MenuPreview({ onClose }: { onClose: () => void }) {
  const [roleId, setRoleId] = useState<string>();
  const { data } = useQuery({
    queryKey: ['menuPreview', roleId],
    queryFn: ({ signal }) =>
      api.get<readonly MenuRoute[]>(`${menuEntry.path}/preview`, { roleId }, { signal }),
    enabled: roleId !== undefined,
    staleTime: 0,
  });
  const entries = data ? sidebar(data) : [];
  return (
    <Pane title={t(text.previewTitle)} takesFocus onClose={onClose}>
      <label className="dialog-label" htmlFor="preview-role">
        {t(text.previewRole)}
      </label>
      <RowPicker id="preview-role" target="system/role" value={roleId} onChange={setRoleId} />
      {!roleId && <p className="pane-hint">{t(text.previewChoose)}</p>}
      {data && entries.length === 0 && <p className="pane-hint">{t(text.previewEmpty)}</p>}
      {entries.length > 0 && (
        <ul className="menu-preview">
          {entries.map((entry, index) => (
            <li key={entry.key}>
              {entry.group && entry.group !== entries[index - 1]?.group && (
                <h3>
                  {entry.group in menuGroups
                    ? t(menuGroups[entry.group as MenuGroup])
                    : entry.group}
                </h3>
              )}
              <PreviewEntry entry={entry} />
            </li>
          ))}
        </ul>
      )}
    </Pane>
  );
}

function PreviewEntry({ entry }: { entry: SideEntry }) {
  return (
    <>
      <span className="menu-preview-entry" title={entry.path}>
        <MenuIcon name={entry.icon} />
        {entry.title}
      </span>
      {entry.children.length > 0 && (
        <ul>
          {entry.children.map((child) => (
            <li key={child.key}>
              <PreviewEntry entry={child} />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
