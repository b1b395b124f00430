import { EyeOutlined, MoreOutlined, SwapOutlined } from '@ant-design/icons';
import { Button, Dropdown } from 'antd';
import { useState } from 'react';
import type { EntityRow } from '../entity/entity-row.ts';
import { saveBlob } from '../kernel/download.ts';
import { t } from '../kernel/language.tsx';
import { hasPermission } from '../kernel/permission.tsx';
import { menuText as text } from '../locales/structure.ts';
import { ApiDescription } from './api-description.tsx';
import { MenuImport } from './menu-import.tsx';
import { menuFile } from './menu-json.ts';
import { MenuPreview } from './menu-preview.tsx';
import { MenuSort } from './menu-sort.tsx';

interface MenuToolsProps {
  readonly rows: readonly EntityRow[];
  /** Only the whole tree can be sorted or compared. */
  readonly filtered: boolean;
}

/** Order, preview, the menu as a file, and the calls that its permissions open. */
export function MenuTools({ rows, filtered }: MenuToolsProps) {
  const [open, setOpen] = useState<'sort' | 'import' | 'preview' | 'api'>();
  const close = () => setOpen(undefined);
  const tools = [
    ...(hasPermission(['system:menu:export'])
      ? [{ key: 'export', label: t(text.exportJson), disabled: filtered }]
      : []),
    ...(hasPermission(['system:menu:import'])
      ? [{ key: 'import', label: t(text.importJson), disabled: filtered }]
      : []),
    ...(hasPermission(['system:menu:query']) ? [{ key: 'api', label: t(text.api) }] : []),
  ];
  const choose = (key: string) => {
    if (key === 'export') exportFile(rows);
    else setOpen(key === 'api' ? 'api' : 'import');
  };
  return (
    <>
      {hasPermission(['system:menu:query']) && (
        <Button icon={<EyeOutlined />} onClick={() => setOpen('preview')}>
          {t(text.preview)}
        </Button>
      )}
      {hasPermission(['system:menu:edit']) && (
        <Button
          icon={<SwapOutlined rotate={90} />}
          disabled={filtered}
          onClick={() => setOpen('sort')}
        >
          {t(text.sort)}
        </Button>
      )}
      {tools.length > 0 && (
        <Dropdown trigger={['click']} menu={{ items: tools, onClick: ({ key }) => choose(key) }}>
          <Button icon={<MoreOutlined />}>{t(text.tools)}</Button>
        </Dropdown>
      )}
      {open === 'sort' && <MenuSort rows={rows} onClose={close} />}
      {open === 'preview' && <MenuPreview onClose={close} />}
      {open === 'import' && <MenuImport rows={rows} onClose={close} />}
      {open === 'api' && <ApiDescription onClose={close} />}
    </>
  );
}

function exportFile(rows: readonly EntityRow[]): void {
  const written = JSON.stringify(menuFile(rows), null, 2);
  saveBlob(
    new Blob([written], { type: 'application/json' }),
    `millwright-menu-${new Date().toISOString().slice(0, 10)}.json`,
  );
}
