import { downtime } from '@millwright/contract/equipment/downtime';
import { downtimeCategoryWord } from '@millwright/contract/equipment/downtime-word';
import { fieldOf } from '@millwright/contract/kernel/entity';
import { widthFor } from '../base/column-width.ts';
import { nameOfShown } from '../base/shown-name.ts';
import type { EntityRow } from '../entity/entity-row.ts';
import type { OwnColumn } from '../entity/list-columns.ts';
import { say, t } from '../kernel/language.tsx';
import { viewOf } from '../kinds/kind-views.ts';
import { Mark } from '../kinds/mark.tsx';
import { wallOf } from '../kinds/site-time.ts';
import { equipmentText as text } from '../locales/equipment.ts';
import { durationWord } from '../log/duration-word.ts';

export const downtimeOfOneSite = [
  'equipmentId',
  'lineId',
  'startTime',
  'minutes',
  'state',
  'category',
  'reasonId',
  'alarmEncoding',
];

/** The department takes the room of the line and the alarm, so that the reason stays in sight. */
export const downtimeOfAllSites = [
  'equipmentId',
  'departName',
  'startTime',
  'minutes',
  'state',
  'category',
  'reasonId',
];

/** On a phone: how long, why, since when; the machine is the title. */
export const downtimeFacts = ['minutes', 'reasonId', 'startTime'];

export const downtimeFilters = ['shiftDate', 'state', 'category', 'lineId', 'equipmentId'];

export const downtimeWidths: readonly OwnColumn[] = [
  { prop: 'equipmentId', width: 196 },
  { prop: 'lineId', width: 56 },
  { prop: 'startTime', width: 142 },
  { prop: 'endTime', width: 90 },
  { prop: 'minutes', width: 104, unit: undefined, total: minutesWord },
  { prop: 'state', width: 110 },
  { prop: 'category', width: widthFor(90, 140) },
  { prop: 'reasonId', width: 170 },
  { prop: 'alarmEncoding', width: 100 },
  { prop: 'proposedReasonId', label: t(text.proposal), width: 140 },
  { prop: 'shiftDate', width: 100 },
  { prop: 'shiftName', width: 70 },
  { prop: 'orderId', width: 150 },
  { prop: 'classifyBy', width: 90 },
];

export const downtimeCells = {
  endTime: (row: EntityRow) =>
    typeof row['endTime'] === 'string' ? (
      <span className="num" title={wallOf(row['endTime'])}>
        {wallOf(row['endTime']).slice(11)}
      </span>
    ) : (
      t(text.lasting)
    ),
  minutes: (row: EntityRow) => <span className="num">{minutesWord(row['minutes'])}</span>,
  state: (row: EntityRow) => {
    const { shape, color } = LOOKS[String(row['state'])] ?? LOOKS['classified'] ?? OPEN;
    const field = fieldOf(downtime, 'state');
    const { Cell } = viewOf(field);
    return (
      <span className="state-word">
        <Mark shape={shape} color={color} />
        <Cell field={field} value={row['state']} />
      </span>
    );
  },
  lineId: (row: EntityRow) =>
    typeof row.shown['lineId'] === 'string' ? (
      <span title={row.shown['lineId']}>{nameOfShown(row.shown['lineId']).number}</span>
    ) : (
      '—'
    ),
  /** The reason, or as long as nobody told it what is proposed. */
  reasonId: (row: EntityRow) => {
    const own = row.shown['reasonId'];
    if (typeof own === 'string') return nameOfShown(own).name;
    const proposed = row.shown['proposedReasonId'];
    const category = row['proposedCategory'];
    if (row['category'] !== 'unclassified' || typeof category !== 'string') return '—';
    const word =
      typeof proposed === 'string' ? nameOfShown(proposed).name : t(downtimeCategoryWord(category));
    const proposal = say(text.proposed, { what: word });
    return (
      <span className="eq-proposal" title={proposal}>
        {proposal}
      </span>
    );
  },
};

function minutesWord(minutes: unknown): string {
  return durationWord(Math.round(Number(minutes) * 60));
}

const OPEN = { shape: 'triangle', color: '--bad-fill' } as const;
const LOOKS: Readonly<Record<string, { shape: 'triangle' | 'warning' | 'check'; color: string }>> =
  {
    open: OPEN,
    unclassified: { shape: 'warning', color: '--warn-fill' },
    classified: { shape: 'check', color: '--ok-fill' },
  };
