import { textOf } from '@millwright/contract/kernel/text';
import { operateLog } from '@millwright/contract/log/operate';
import type { DetailSlots } from '../../entity/entity-drawer.tsx';
import { locale } from '../../kernel/language.tsx';
import { LogPage } from '../../log/log-page.tsx';
import type { EntityRow } from '../../entity/entity-row.ts';
import { moduleWord, pathOf, siteCell, urlWord } from '../../log/log-words.tsx';
import { OperateDetails } from '../../log/operate-details.tsx';
import '../../log/log.css';
import '../../system/system.css';

/** Who did what, when and from where; the last seven days unless asked otherwise. */
export default function OperateLogPage() {
  return (
    <LogPage
      entity={operateLog.name}
      columns={COLUMNS}
      ownColumns={WIDTHS}
      filters={FILTERS}
      cells={CELLS}
      detail={DETAIL}
    />
  );
}

const COLUMNS = [
  'at',
  'operator',
  'module',
  'businessType',
  'status',
  'requestMethod',
  'url',
  'costTime',
  'host',
  'location',
];
const WIDTHS = [
  { prop: 'at', width: 145 },
  { prop: 'operator', width: 130 },
  { prop: 'module', width: locale === 'en_US' ? 150 : 115 },
  { prop: 'businessType', width: 80 },
  { prop: 'status', width: 108 },
  { prop: 'requestMethod', width: 70 },
  { prop: 'url', width: 200 },
  { prop: 'costTime', width: 80 },
  { prop: 'host', width: 95 },
  { prop: 'location', width: 65 },
];
const FILTERS = ['at', 'operator', 'status', 'businessType', 'module'];

const CELLS = {
  module: (row: EntityRow) => moduleWord(row['module']),
  url: (row: EntityRow) => urlWord(row['url']),
  departName: siteCell,
};

const DETAIL: DetailSlots = {
  title: CELLS.module,
  subtitle: (row) => `${textOf(row['requestMethod'] ?? '')} ${pathOf(row['url'])}`,
  details: (row) => <OperateDetails row={row} />,
};
