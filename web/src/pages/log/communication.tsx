import { communicationLog } from '@millwright/contract/log/communication';
import { textOf } from '@millwright/contract/kernel/text';
import type { DetailSlots } from '../../entity/entity-drawer.tsx';
import type { EntityRow } from '../../entity/entity-row.ts';
import type { List } from '../../entity/use-list.ts';
import { labelOf, useDictionary } from '../../kernel/dictionary.ts';
import { isCompanyWide } from '../../kernel/permission.tsx';
import { widthFor } from '../../base/column-width.ts';
import { clockOffWord } from '../../log/clock-off-word.ts';
import { ClockOff } from '../../log/clock-off.tsx';
import { LogDetails } from '../../log/log-details.tsx';
import { logWindow } from '../../log/log-window.tsx';
import { LogPage } from '../../log/log-page.tsx';
import { MissingReplies } from '../../log/missing-replies.tsx';
import { SuspectTimes } from '../../log/suspect-times.tsx';
import { toneCell } from '../../log/tone-cell.tsx';
import '../../log/log.css';

/** What devices said and were told; the last seven days unless asked otherwise. */
export default function CommunicationLogPage() {
  return (
    <LogPage
      entity={communicationLog.name}
      columns={isCompanyWide() ? ofAllSites : ofOneSite}
      ownColumns={WIDTHS}
      filters={FILTERS}
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
      <SuspectTimes list={list} />
    </>
  );
}

const ofOneSite = [
  'at',
  'queueName',
  'deviceNumber',
  'direction',
  'result',
  'clockOff',
  'message',
  'messageId',
  'orderCode',
];

/** Whose message it is takes the room of its direction. */
const ofAllSites = ofOneSite.filter((prop) => prop !== 'direction');
const WIDTHS = [
  { prop: 'at', width: 145 },
  { prop: 'queueName', width: 125 },
  { prop: 'deviceNumber', width: 95 },
  { prop: 'direction', width: 60 },
  { prop: 'result', width: 80 },
  {
    prop: 'clockOff',
    width: widthFor(110, 150),
    formatter: ({ clockOff }: EntityRow) =>
      typeof clockOff === 'number' ? clockOffWord(clockOff) : '',
  },
  { prop: 'message', width: 155 },
  { prop: 'messageId', width: 150 },
  { prop: 'orderCode', width: 130 },
];
const FILTERS = ['at', 'deviceNumber', 'messageId', 'queueName', 'result'];

const resultCell = toneCell(communicationLog, 'result', {
  rejected: 'bad',
  duplicate: 'warn',
  waiting: 'warn',
});

const CELLS = {
  /** What became of a message that waited, in the place of what was so when it came. */
  result: (row: EntityRow) => textOf(row['outcome'] ?? '') || resultCell(row),
  /** How far the clock was off of a message that counts when it came. */
  clockOff: ({ clockOff }: EntityRow) =>
    typeof clockOff === 'number' ? <ClockOff seconds={clockOff} /> : null,
  deviceType: (row: EntityRow) => <DeviceType type={textOf(row['deviceType'] ?? '')} />,
};

/** Gateways tell a kind of equipment or a word of their own. */
function DeviceType({ type }: { type: string }) {
  const items = useDictionary('equipment_kind');
  return type === '' ? '—' : labelOf(items ?? [], type);
}

const DETAIL: DetailSlots = {
  subtitle: (row) => `${textOf(row['queueName'] ?? '')} ${textOf(row['deviceNumber'] ?? '')}`,
  details: (row) => (
    <LogDetails entity={communicationLog} row={row} blocks={BLOCKS} cells={FACTS} />
  ),
};
const BLOCKS = ['message'];
const FACTS = { deviceType: CELLS.deviceType, clockOff: CELLS.clockOff };
