import { textOf } from '@millwright/contract/kernel/text';
import { momLog } from '@millwright/contract/log/mom';
import { useMemo } from 'react';
import type { DetailSlots } from '../../entity/entity-drawer.tsx';
import EntityPage from '../../entity/entity-page.tsx';
import { LogDetails } from '../../log/log-details.tsx';
import { timelineTab } from '../../log/log-timeline.tsx';
import { logWindow, windowOf } from '../../log/log-window.tsx';
import { MomFiguresView } from '../../log/mom-figures.tsx';
import { toneCell } from '../../log/tone-cell.tsx';
import '../../log/log.css';

/** Calls to and from the MOM service; failed ones can be sent again. */
export default function MomLogPage() {
  const usual = useMemo(() => ({ filters: { at: windowOf(7) } }), []);
  return (
    <EntityPage
      entity={momLog.name}
      columns={COLUMNS}
      ownColumns={WIDTHS}
      filters={FILTERS}
      usual={usual}
      cells={CELLS}
      figures={MomFiguresView}
      detail={DETAIL}
      toolbar={logWindow}
    />
  );
}

const COLUMNS = [
  'at',
  'interfaceCode',
  'interfaceName',
  'direction',
  'status',
  'resultCode',
  'bizKey',
  'orderCode',
  'costTime',
  'retryCount',
];
const WIDTHS = [
  { prop: 'at', width: 145 },
  { prop: 'interfaceCode', width: 95 },
  { prop: 'interfaceName', width: 130 },
  { prop: 'direction', width: 65 },
  { prop: 'status', width: 80 },
  { prop: 'resultCode', width: 95 },
  { prop: 'bizKey', width: 150 },
  { prop: 'orderCode', width: 130 },
  { prop: 'costTime', width: 85 },
  { prop: 'retryCount', width: 75 },
];
const FILTERS = ['at', 'status', 'interfaceCode', 'orderCode', 'bizKey'];

const CELLS = {
  status: toneCell(momLog, 'status', { failure: 'bad', retry: 'warn' }),
};

const DETAIL: DetailSlots = {
  after: (row) => [timelineTab(momLog.name, row)],
  subtitle: (row) => `${textOf(row['interfaceName'] ?? '')} ${textOf(row['bizKey'] ?? '')}`,
  details: (row) => <LogDetails entity={momLog} row={row} blocks={BLOCKS} />,
};
const BLOCKS = ['request', 'response'];
