import { textOf } from '@millwright/contract/kernel/text';
import { equipmentStateLog } from '@millwright/contract/log/equipment-state';
import type { DetailSlots } from '../../entity/entity-drawer.tsx';
import type { EntityRow } from '../../entity/entity-row.ts';
import type { List } from '../../entity/use-list.ts';
import { locale, t } from '../../kernel/language.tsx';
import { isCompanyWide } from '../../kernel/permission.tsx';
import { logText as text } from '../../locales/logs.ts';
import { durationWord } from '../../log/duration-word.ts';
import { folded } from '../../log/folded-figures.tsx';
import { ShiftExport } from '../../log/shift-export.tsx';
import { LogDetails } from '../../log/log-details.tsx';
import { logWindow } from '../../log/log-window.tsx';
import { LogPage } from '../../log/log-page.tsx';
import { StateBands } from '../../log/state-bands.tsx';
import { stateFlag } from '../../log/state-flag.tsx';
import '../../log/log.css';

/** When alarm, connection, device and emergency stop of each device changed; on top the bands of a day. */
export default function EquipmentStateLogPage() {
  return (
    <LogPage
      entity={equipmentStateLog.name}
      columns={isCompanyWide() ? ofAllSites : ofOneSite}
      ownColumns={WIDTHS}
      filters={FILTERS}
      cells={CELLS}
      figures={FIGURES}
      detail={DETAIL}
      toolbar={toolbar}
    />
  );
}

function toolbar(list: List) {
  return (
    <>
      {logWindow(list)}
      <ShiftExport list={list} />
    </>
  );
}

const FIGURES = folded(StateBands);
const ofOneSite = [
  'at',
  'deviceNumber',
  'deviceName',
  'lineNumber',
  'alarm',
  'connection',
  'device',
  'emergencyStop',
  'changedField',
  'duration',
  'source',
];

/** Whose device it is takes the room of its line. */
const ofAllSites = ofOneSite.filter((prop) => prop !== 'lineNumber');
const WIDTHS = [
  { prop: 'at', width: 145 },
  { prop: 'deviceNumber', width: 95 },
  { prop: 'deviceName', width: locale === 'en_US' ? 125 : 140 },
  { prop: 'lineNumber', label: t(text.lineHead), width: 65 },
  { prop: 'alarm', width: 60 },
  { prop: 'connection', width: 75 },
  { prop: 'device', width: 60 },
  { prop: 'emergencyStop', label: t(text.stopHead), width: 75 },
  { prop: 'changedField', width: 90 },
  { prop: 'duration', width: 110, unit: undefined },
  { prop: 'source', width: locale === 'en_US' ? 110 : 75 },
];
const FILTERS = ['at', 'deviceNumber', 'changedField', 'lineNumber', 'source'];
const CELLS = {
  alarm: stateFlag('alarm'),
  connection: stateFlag('connection'),
  device: stateFlag('device'),
  emergencyStop: stateFlag('emergencyStop'),
  duration: (row: EntityRow) =>
    typeof row['duration'] === 'number' ? durationWord(row['duration']) : t(text.ongoing),
};
const FACTS = { duration: CELLS.duration };

const DETAIL: DetailSlots = {
  subtitle: (row) => `${textOf(row['deviceName'] ?? '')} ${textOf(row['lineNumber'] ?? '')}`,
  details: (row) => <LogDetails entity={equipmentStateLog} row={row} cells={FACTS} />,
};
