import { textOf } from '@millwright/contract/kernel/text';
import { momLog } from '@millwright/contract/log/mom';
import type { DetailSlots } from '../../entity/entity-drawer.tsx';
import { folded } from '../../log/folded-figures.tsx';
import { LogDetails } from '../../log/log-details.tsx';
import { LogPage } from '../../log/log-page.tsx';
import { MomFiguresView } from '../../log/mom-figures.tsx';
import type { EntityRow } from '../../entity/entity-row.ts';
import { locale, t } from '../../kernel/language.tsx';
import { isCompanyWide } from '../../kernel/permission.tsx';
import { logText as text } from '../../locales/logs.ts';
import { toneCell } from '../../log/tone-cell.tsx';
import '../../log/log.css';

/** Calls to and from the MOM service; failed ones can be sent again. */
export default function MomLogPage() {
  return (
    <LogPage
      entity={momLog.name}
      columns={isCompanyWide() ? ofAllSites : ofOneSite}
      ownColumns={WIDTHS}
      filters={FILTERS}
      cells={CELLS}
      figures={FIGURES}
      detail={DETAIL}
    />
  );
}

const FIGURES = folded(MomFiguresView);
const NAME = locale === 'en_US' ? 'interfaceNameEn' : 'interfaceName';
const ofOneSite = [
  'at',
  'interfaceCode',
  NAME,
  'direction',
  'status',
  'resultCode',
  'bizKey',
  'orderCode',
  'costTime',
];

/** Whose call it was takes the room of its business key. */
const ofAllSites = ofOneSite.filter((prop) => prop !== 'bizKey');
const WIDTHS = [
  { prop: 'at', width: 145 },
  { prop: 'interfaceCode', label: t(text.codeHead), width: 95 },
  { prop: NAME, width: 160, label: t(text.interfaceHead) },
  { prop: 'direction', width: 80 },
  { prop: 'status', width: 80 },
  { prop: 'resultCode', label: t(text.answerHead), width: 80 },
  { prop: 'bizKey', width: 150 },
  { prop: 'orderCode', width: 130 },
  { prop: 'costTime', width: 85 },
];
const FILTERS = ['at', 'status', 'interfaceCode', 'orderCode', 'bizKey'];

const FACTS = { status: toneCell(momLog, 'status', { failure: 'bad', retry: 'warn' }) };
const CELLS = { [NAME]: nameOf, ...FACTS };

const DETAIL: DetailSlots = {
  subtitle: (row) => `${nameOf(row)} ${textOf(row['bizKey'] ?? '')}`,
  details: (row) => <LogDetails entity={momLog} row={row} blocks={BLOCKS} cells={FACTS} />,
};
const BLOCKS = ['request', 'response'];

/** Calls that tell no English name stand with their Chinese one. */
function nameOf(row: EntityRow): string {
  return textOf(row[NAME] ?? row['interfaceName'] ?? '');
}
