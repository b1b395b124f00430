import { site } from '@millwright/contract/base/site';
import { useQueryClient } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import EntityPage from '../../entity/entity-page.tsx';
import type { EntityRow } from '../../entity/entity-row.ts';
import { keyOf } from '../../entity/query-key.ts';
import type { RowAct } from '../../entity/row-acts.ts';
import { api } from '../../kernel/api.ts';
import { ask } from '../../kernel/confirm.ts';
import { say, t } from '../../kernel/language.tsx';
import { hasPermission } from '../../kernel/permission.tsx';
import { entityText } from '../../locales/entity.ts';
import { siteText as text } from '../../locales/structure.ts';
import { siteCells, siteColumns, siteName } from '../../system/site-cells.tsx';
import { SiteForm } from '../../system/site-form.tsx';
import '../../system/system.css';

/** The tree of company, sites and departments with what stands on each. */
export default function SitePage() {
  const client = useQueryClient();
  const [above, setAbove] = useState<EntityRow>();
  const act = (name: string, rows: readonly EntityRow[]) => {
    const [row] = rows;
    if (!row) return false;
    if (name === 'enable' || name === 'disable') return setStatus(client, row, name);
    if (name !== 'addChild') return false;
    setAbove(row);
    return Promise.resolve();
  };
  return (
    <>
      <EntityPage
        entity={site.name}
        columns={COLUMNS}
        ownColumns={siteColumns}
        cells={siteCells}
        filters={FILTERS}
        form={SiteForm}
        ownActs={acts}
        onAct={act}
      />
      {above && (
        <SiteForm
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
  'departName',
  'departType',
  'institutionCode',
  'userCount',
  'lineCount',
  'equipmentCount',
  'orderCount',
  'boardCount',
  'leader',
  'status',
];
const FILTERS = ['departType', 'status'];

function acts(row: EntityRow): RowAct[] {
  return hasPermission(['base:site:add']) && row['status'] === '1'
    ? [{ name: 'addChild', label: t(text.addChild), icon: 'add', danger: false }]
    : [];
}

async function setStatus(
  client: QueryClient,
  row: EntityRow,
  name: 'enable' | 'disable',
): Promise<void> {
  const { label } = site.actions[name];
  const question = name === 'disable' ? site.actions.disable.confirm : undefined;
  if (
    question &&
    !(await ask({
      title: t(entityText.question),
      text: say(question, { name: siteName(row) }),
      confirm: t(label),
      cancel: t(entityText.cancel),
      danger: true,
    }))
  )
    return;
  try {
    await api.put('/api/user/disable/enabled/depart', {
      departId: row.id,
      status: name === 'enable' ? '1' : '0',
    });
  } catch {
    // The refusal has been shown.
  }
  await client.invalidateQueries({ queryKey: keyOf(site) });
}
