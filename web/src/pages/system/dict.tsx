import { dictType } from '@millwright/contract/system/dict-type';
import { pathOf } from '@millwright/contract/menu';
import { useNavigate } from 'react-router';
import EntityPage from '../../entity/entity-page.tsx';
import type { EntityRow } from '../../entity/entity-row.ts';
import type { RowAct } from '../../entity/row-acts.ts';
import { t } from '../../kernel/language.tsx';
import { dictText as text } from '../../locales/structure.ts';
import { dictTypeCells } from '../../system/dict-cells.tsx';
import { RefreshDictionaries } from '../../system/refresh-dictionaries.tsx';
import '../../system/system.css';

/** Dictionaries: a click on the type leads to its values. */
export default function DictPage() {
  const navigate = useNavigate();
  const act = (name: string, rows: readonly EntityRow[]) => {
    const [row] = rows;
    if (name !== 'items' || !row) return false;
    return Promise.resolve(navigate(pathOf('dict/type/data', { dictId: row.id })));
  };
  return (
    <EntityPage
      entity={dictType.name}
      columns={COLUMNS}
      ownColumns={WIDTHS}
      filters={FILTERS}
      cells={dictTypeCells}
      opens={opens}
      ownActs={acts}
      onAct={act}
      toolbar={tools}
    />
  );
}

const COLUMNS = [
  'dictName',
  'dictNameEn',
  'dictType',
  'itemCount',
  'system',
  'status',
  'remark',
  'updateTime',
];
const WIDTHS = [
  { prop: 'dictName', width: 160 },
  { prop: 'dictNameEn', width: 170 },
  { prop: 'dictType', width: 190, leads: true },
  { prop: 'itemCount', width: 60, right: true, leads: true },
  { prop: 'system', width: 80 },
  { prop: 'status', width: 80 },
  { prop: 'remark', width: 120 },
];
const FILTERS = ['system', 'status', 'updateTime'];

function tools() {
  return <RefreshDictionaries />;
}

/** The word of a type stays once fields or items hang on it. */
function opens(row: EntityRow, name: string): boolean {
  return name !== 'dictType' || (row['system'] !== true && Number(row['itemCount']) === 0);
}

function acts(): RowAct[] {
  return [{ name: 'items', label: t(text.items), icon: 'list', danger: false }];
}
