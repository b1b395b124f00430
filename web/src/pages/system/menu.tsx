import { menuEntry } from '@millwright/contract/system/menu';
import { useState } from 'react';
import EntityPage from '../../entity/entity-page.tsx';
import type { EntityRow } from '../../entity/entity-row.ts';
import { useAct } from '../../entity/use-act.ts';
import type { List } from '../../entity/use-list.ts';
import { t } from '../../kernel/language.tsx';
import { hasPermission } from '../../kernel/permission.tsx';
import { menuText as text } from '../../locales/structure.ts';
import { menuCells, menuColumns } from '../../system/menu-cells.tsx';
import { MenuForm } from '../../system/menu-form.tsx';
import { sureToRemove } from '../../system/menu-remove.ts';
import { MenuTools } from '../../system/menu-tools.tsx';
import '../../system/menu.css';
import '../../system/system.css';

/** The menu tree: directories, pages and the buttons that permissions speak of. */
export default function MenuPage() {
  const acts = useAct(menuEntry);
  const [above, setAbove] = useState<EntityRow>();
  const act = (name: string, rows: readonly EntityRow[]) => {
    if (name === 'remove') return remove(rows, (ids) => acts.remove(ids));
    if (name !== 'addChild') return false;
    setAbove(rows[0]);
    return Promise.resolve();
  };
  return (
    <>
      <EntityPage
        entity={menuEntry.name}
        columns={COLUMNS}
        ownColumns={menuColumns}
        cells={menuCells}
        filters={FILTERS}
        form={MenuForm}
        startsClosed={isPage}
        actions={ACTIONS}
        ownActs={below}
        onAct={act}
        toolbar={tools}
      />
      {above && (
        <MenuForm
          key={above.id}
          row={undefined}
          above={above}
          onClose={() => setAbove(undefined)}
        />
      )}
    </>
  );
}

const COLUMNS = [
  'titleZh',
  'menuType',
  'path',
  'component',
  'perms',
  'orderNum',
  'hidden',
  'status',
];
const FILTERS = ['menuType', 'status', 'perms', 'path'];
/** Menus travel as JSON with their differences, not as a workbook. */
const ACTIONS = ['add', 'edit', 'remove', 'enable', 'disable'];

/** Buttons are looked at page by page. */
function isPage(row: EntityRow): boolean {
  return row['menuType'] === 'P';
}

function tools(list: List) {
  return <MenuTools rows={list.rows} filtered={Object.keys(list.state.filters).length > 0} />;
}

function below(row: EntityRow) {
  const may = hasPermission(['system:menu:add']) && row['menuType'] !== 'B';
  return may ? [{ name: 'addChild', label: t(text.addChild), icon: 'add', danger: false }] : [];
}

async function remove(
  rows: readonly EntityRow[],
  work: (ids: readonly string[]) => Promise<void>,
): Promise<void> {
  // A refusal has been shown.
  const isSure = await sureToRemove(rows).catch(() => false);
  if (isSure) await work(rows.map((row) => row.id)).catch(() => undefined);
}
