import { communicationLog } from '@millwright/contract/log/communication';
import { textOf } from '@millwright/contract/kernel/text';
import { useMemo } from 'react';
import type { DetailSlots } from '../../entity/entity-drawer.tsx';
import EntityPage from '../../entity/entity-page.tsx';
import type { List } from '../../entity/use-list.ts';
import { LogDetails } from '../../log/log-details.tsx';
import { timelineTab } from '../../log/log-timeline.tsx';
import { logWindow, windowOf } from '../../log/log-window.tsx';
import { MissingReplies } from '../../log/missing-replies.tsx';
import { toneCell } from '../../log/tone-cell.tsx';
import '../../log/log.css';

/** What devices said and were told; the last seven days unless asked otherwise. */
export default function CommunicationLogPage() {
  const usual = useMemo(() => ({ filters: { at: windowOf(7) } }), []);
  return (
    <EntityPage
      entity={communicationLog.name}
      columns={COLUMNS}
      ownColumns={WIDTHS}
      filters={FILTERS}
      usual={usual}
      cells={CELLS}
      detail={DETAIL}
      toolbar={toolbar}
    />
  );
}

function toolbar(list: List) {
  return (
    <>
      {logWindow(list)}
      <MissingReplies list={list} />
    </>
  );
}

const COLUMNS = [
  'at',
  'queueName',
  'deviceNumber',
  'direction',
  'result',
  'message',
  'messageId',
  'orderCode',
  'lineNumber',
  'deviceType',
  'size',
];
const WIDTHS = [
  { prop: 'at', width: 145 },
  { prop: 'queueName', width: 100 },
  { prop: 'deviceNumber', width: 95 },
  { prop: 'direction', width: 60 },
  { prop: 'result', width: 80 },
  { prop: 'message', width: 260 },
  { prop: 'messageId', width: 150 },
  { prop: 'orderCode', width: 130 },
  { prop: 'lineNumber', width: 65 },
  { prop: 'deviceType', width: 85 },
  { prop: 'size', width: 80 },
];
const FILTERS = ['at', 'deviceNumber', 'messageId', 'queueName', 'result'];

const CELLS = {
  result: toneCell(communicationLog, 'result', { rejected: 'bad', duplicate: 'warn' }),
};

const DETAIL: DetailSlots = {
  after: (row) => [timelineTab(communicationLog.name, row)],
  subtitle: (row) => `${textOf(row['queueName'] ?? '')} ${textOf(row['deviceNumber'] ?? '')}`,
  details: (row) => <LogDetails entity={communicationLog} row={row} blocks={BLOCKS} />,
};
const BLOCKS = ['message'];
