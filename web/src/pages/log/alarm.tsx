import { alarmLog } from '@millwright/contract/log/alarm';
import { textOf } from '@millwright/contract/kernel/text';
import { Link } from 'react-router';
import { widthFor } from '../../base/column-width.ts';
import { configureLink } from '../../alarm/configure-link.ts';
import type { DetailSlots } from '../../entity/entity-drawer.tsx';
import type { EntityRow } from '../../entity/entity-row.ts';
import { locale, t } from '../../kernel/language.tsx';
import { hasPermission, isCompanyWide } from '../../kernel/permission.tsx';
import { logText as text } from '../../locales/logs.ts';
import { AlarmFiguresView } from '../../log/alarm-figures.tsx';
import { durationWord } from '../../log/duration-word.ts';
import { folded } from '../../log/folded-figures.tsx';
import { LogDetails } from '../../log/log-details.tsx';
import { LogPage } from '../../log/log-page.tsx';
import { toneCell } from '../../log/tone-cell.tsx';
import '../../log/log.css';

/** Alarms of the shop floor: looked at, acknowledged, and on top those that cost most time. */
export default function AlarmLogPage() {
  return (
    <LogPage
      entity={alarmLog.name}
      columns={isCompanyWide() ? ofAllSites : ofOneSite}
      ownColumns={WIDTHS}
      filters={FILTERS}
      cells={CELLS}
      figures={FIGURES}
      detail={DETAIL}
    />
  );
}

const CONTENT = locale === 'en_US' ? 'contentEn' : 'contentZh';
const FIGURES = folded(AlarmFiguresView);
/** The card of a phone has room for the first three behind the code: when, what and where. */
const ofOneSite = [
  'at',
  'encoding',
  CONTENT,
  'deviceNumber',
  'level',
  'duration',
  'ackState',
  'ackBy',
];

/** Where it happened takes the room of who acknowledged it. */
const ofAllSites = ofOneSite.filter((prop) => prop !== 'ackBy');
const WIDTHS = [
  { prop: 'at', width: 145 },
  { prop: 'encoding', width: 110 },
  { prop: 'level', width: 90 },
  { prop: CONTENT, width: 190 },
  { prop: 'deviceNumber', width: 95 },
  { prop: 'duration', width: 92, unit: undefined },
  { prop: 'ackState', label: t(text.ackHead), width: widthFor(105, 118) },
  { prop: 'ackBy', label: t(text.ackByHead), width: 110 },
];
const FILTERS = ['at', 'ackState', 'level', 'encoding', 'deviceNumber'];
const CELLS = {
  ackState: toneCell(alarmLog, 'ackState', { open: 'warn' }),
  [CONTENT]: (row: EntityRow) => <Content row={row} />,
  duration: (row: EntityRow) =>
    typeof row['duration'] === 'number' ? durationWord(row['duration']) : t(text.ongoing),
};
const FACTS = { duration: CELLS.duration };

/** Codes that nobody configured stand with their raw text. */
function Content({ row }: { row: EntityRow }) {
  const words = textOf(row[CONTENT] ?? row['contentZh'] ?? '');
  if (row['configured'] === true) return words;
  return (
    <span title={words}>
      {mayConfigure() ? (
        <Link className="log-tag" to={formOf(row)} onClick={(event) => event.stopPropagation()}>
          {t(text.unconfigured)}
        </Link>
      ) : (
        <em className="log-tag">{t(text.unconfigured)}</em>
      )}{' '}
      {words}
    </span>
  );
}

const mayConfigure = () => hasPermission(['alarm:config:add']);

function formOf(row: EntityRow): string {
  return configureLink(textOf(row['encoding'] ?? ''), textOf(row['deviceNumber'] ?? ''));
}

const DETAIL: DetailSlots = {
  subtitle: (row) => `${textOf(row['deviceNumber'] ?? '')} ${textOf(row[CONTENT] ?? '')}`,
  details: (row) => (
    <LogDetails entity={alarmLog} row={row} cells={FACTS}>
      {row['configured'] !== true && mayConfigure() && (
        <p className="log-links">
          <Link to={formOf(row)}>{t(text.configure)}</Link>
        </p>
      )}
    </LogDetails>
  ),
};
