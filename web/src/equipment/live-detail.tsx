import { textOf } from '@millwright/contract/kernel/text';
import { lazy, Suspense } from 'react';
import type { DetailSlots } from '../entity/entity-drawer.tsx';
import type { EntityRow } from '../entity/entity-row.ts';
import { t } from '../kernel/language.tsx';
import { equipmentText as text } from '../locales/equipment.ts';
import { isLive, placeOf } from './live-row.ts';
import './equipment.css';
import './machine-tabs.css';

const StatesTab = lazy(() => import('./states-tab.tsx'));
const RateTab = lazy(() => import('./rate-tab.tsx'));
const AlarmsTab = lazy(() => import('./alarms-tab.tsx'));

/** What a machine did: its states, its action rate, its alarms; its data sheet comes behind. */
export const liveDetail: DetailSlots = {
  tabs: (row) => [
    { key: 'states', label: t(text.tabStates), content: tab(<StatesTab key={row.id} row={row} />) },
    { key: 'rate', label: t(text.tabRate), content: tab(<RateTab key={row.id} row={row} />) },
    { key: 'alarms', label: t(text.tabAlarms), content: tab(<AlarmsTab key={row.id} row={row} />) },
  ],
  subtitle: (row) => subtitleOf(row),
};

function tab(content: React.ReactNode) {
  return <Suspense>{content}</Suspense>;
}

function subtitleOf(row: EntityRow): string {
  const nickname = textOf(row['nickname'] ?? '');
  return isLive(row) ? [nickname, placeOf(row)].filter(Boolean).join(' · ') : nickname;
}
