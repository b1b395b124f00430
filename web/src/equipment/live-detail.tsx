import { machineTool, robot } from '@millwright/contract/equipment/live-equipment';
import { textOf } from '@millwright/contract/kernel/text';
import type { DetailSlots } from '../entity/entity-drawer.tsx';
import type { EntityRow } from '../entity/entity-row.ts';
import { RowDetails } from '../entity/row-details.tsx';
import { equipmentFacts } from '../base/equipment-cells.tsx';
import { t } from '../kernel/language.tsx';
import { later } from '../kernel/later.tsx';
import { equipmentText as text } from '../locales/equipment.ts';
import { liveCells } from './live-cells.tsx';
import { isLive, placeOf } from './live-row.ts';
import './equipment.css';
import './machine-tabs.css';

const StatesTab = later(() => import('./states-tab.tsx'));
const RateTab = later(() => import('./rate-tab.tsx'));
const AlarmsTab = later(() => import('./alarms-tab.tsx'));
const OutputTab = later(() => import('./output-tab.tsx'));

const ProgramTab = later(async () => ({ default: (await workTabs()).ProgramTab }));
const MaintenanceTab = later(async () => ({ default: (await workTabs()).MaintenanceTab }));

/** What a machine did: states, action rate, alarms, output, programs with tools, maintenance; its data sheet comes behind. */
export const liveDetail: DetailSlots = {
  tabs: (row) => [
    { key: 'states', label: t(text.tabStates), content: <StatesTab key={row.id} row={row} /> },
    { key: 'rate', label: t(text.tabRate), content: <RateTab key={row.id} row={row} /> },
    { key: 'alarms', label: t(text.tabAlarms), content: <AlarmsTab key={row.id} row={row} /> },
    { key: 'output', label: t(text.tabOutput), content: <OutputTab key={row.id} row={row} /> },
    {
      key: 'programs',
      label: t(row['equipmentKind'] === 'robot' ? text.tabLoad : text.tabTools),
      content: <ProgramTab key={row.id} row={row} />,
    },
    {
      key: 'maintenance',
      label: t(text.tabMaintenance),
      content: <MaintenanceTab key={row.id} row={row} />,
    },
  ],
  details: (row) => (
    <RowDetails
      entity={row['equipmentKind'] === 'robot' ? robot : machineTool}
      row={row}
      cells={FACTS}
    />
  ),
  subtitle: (row) => subtitleOf(row),
};

const FACTS = { ...equipmentFacts, sinceTime: liveCells.sinceTime };

function workTabs() {
  return import('./work-tabs.tsx');
}

function subtitleOf(row: EntityRow): string {
  const nickname = textOf(row['nickname'] ?? '');
  return isLive(row)
    ? [...new Set([nickname, placeOf(row)])].filter(Boolean).join(' · ')
    : nickname;
}
