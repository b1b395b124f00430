import { textOf } from '@millwright/contract/kernel/text';
import { dncLog } from '@millwright/contract/log/dnc';
import type { DetailSlots } from '../../entity/entity-drawer.tsx';
import { isCompanyWide } from '../../kernel/permission.tsx';
import { DncPrograms } from '../../log/dnc-programs.tsx';
import { folded } from '../../log/folded-figures.tsx';
import { LogDetails } from '../../log/log-details.tsx';
import { LogPage } from '../../log/log-page.tsx';
import { ProgramDifference } from '../../log/program-difference.tsx';
import { toneCell } from '../../log/tone-cell.tsx';
import '../../log/log.css';

/** Programs sent to machine tools, read back and compared; on top what each machine holds. */
export default function DncLogPage() {
  return (
    <LogPage
      entity={dncLog.name}
      columns={isCompanyWide() ? ofAllSites : ofOneSite}
      ownColumns={WIDTHS}
      filters={FILTERS}
      cells={CELLS}
      figures={FIGURES}
      detail={DETAIL}
    />
  );
}

const FIGURES = folded(DncPrograms);
const ofOneSite = [
  'at',
  'deviceNumber',
  'programNo',
  'programName',
  'version',
  'direction',
  'matchResult',
  'result',
  'failReason',
  'operator',
  'productCode',
];

/** Whose program it is takes the room of the product, which the program names too. */
const ofAllSites = ofOneSite.filter((prop) => prop !== 'productCode');
const WIDTHS = [
  { prop: 'at', width: 145 },
  { prop: 'deviceNumber', width: 95 },
  { prop: 'programNo', width: 90 },
  { prop: 'programName', width: 130 },
  { prop: 'version', width: 60 },
  { prop: 'direction', width: 85 },
  { prop: 'matchResult', width: 80 },
  { prop: 'result', width: 65 },
  { prop: 'failReason', width: 110 },
  { prop: 'operator', width: 105 },
  { prop: 'productCode', width: 80 },
];
const FILTERS = ['at', 'deviceNumber', 'programNo', 'direction', 'matchResult'];

const CELLS = {
  matchResult: toneCell(dncLog, 'matchResult', { different: 'bad' }),
  result: toneCell(dncLog, 'result', { failure: 'bad' }),
};

const DETAIL: DetailSlots = {
  subtitle: (row) => `${textOf(row['deviceNumber'] ?? '')} ${textOf(row['programName'] ?? '')}`,
  details: (row) => (
    <LogDetails entity={dncLog} row={row} cells={CELLS} omit={TEXTS}>
      <ProgramDifference sent={row['sentText']} held={row['heldText']} match={row['matchResult']} />
    </LogDetails>
  ),
};
const TEXTS = ['sentText', 'heldText'];
