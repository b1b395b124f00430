import { alarmConfig, type UnconfiguredAlarm } from '@millwright/contract/alarm/config';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Navigate, useSearchParams } from 'react-router';
import { alarmCells, alarmColumns, alarmDetail } from '../../alarm/alarm-cells.tsx';
import { UnconfiguredList } from '../../alarm/unconfigured-list.tsx';
import { type AlarmView, ViewSwitch } from '../../alarm/view-switch.tsx';
import { EntityForm } from '../../entity/entity-form.tsx';
import EntityPage from '../../entity/entity-page.tsx';
import type { EntityPageProps } from '../../entity/entity-page.tsx';
import { keyOf } from '../../entity/query-key.ts';
import { api } from '../../kernel/api.ts';
import { say, t } from '../../kernel/language.tsx';
import { later } from '../../kernel/later.tsx';
import { alarmText as text } from '../../locales/alarm.ts';
import '../../entity/entity.css';
import '../../alarm/alarm.css';

const AnalysisView = later(() => import('../../alarm/alarm-analysis.tsx'));

/**
 * What alarm codes mean and what follows from them; codes that wait to be explained; which alarms trouble most.
 * `?tab=unconfigured&configure=EX1047&device=NB-MC-01` opens the prefilled form of a code of a machine, as the alarm log
 * links to it; what is configured meanwhile, or disabled, is shown as it is.
 */
export default function AlarmConfigPage() {
  const [search, setSearch] = useSearchParams();
  const view = viewOf(search.get('tab'));
  const { data, isFetching } = useUnconfigured();
  const [chosen, setChosen] = useState<UnconfiguredAlarm>();
  const asked = search.get('configure');
  const linked = data?.list.find((alarm) => isMeant(alarm, asked, search.get('device')));
  const show = (encoding: string) => setSearch({ encoding });
  const go = (next: AlarmView) => setSearch(next === 'configs' ? {} : { tab: next });
  const close = () => {
    setChosen(undefined);
    if (asked !== null) setSearch({ tab: 'unconfigured' }, { replace: true });
  };
  if (asked !== null && data && !isFetching && (!linked || linked.isDisabled))
    return <Navigate replace to={`?encoding=${encodeURIComponent(asked)}`} />;
  return (
    <div className="alarm-page">
      <ViewSwitch view={view} open={data?.total} onChange={go} />
      {view === 'configs' && <EntityPage {...configs} />}
      {view === 'unconfigured' && (
        <Unconfigured
          rows={data?.list}
          total={data?.total ?? 0}
          configuring={chosen ?? linked}
          onChoose={(alarm) => (alarm.isDisabled ? show(alarm.encoding) : setChosen(alarm))}
          onClose={close}
        />
      )}
      {view === 'analysis' && <AnalysisView onCode={show} />}
    </div>
  );
}

function Unconfigured({
  rows,
  total,
  configuring,
  onChoose,
  onClose,
}: {
  rows: readonly UnconfiguredAlarm[] | undefined;
  total: number;
  configuring: UnconfiguredAlarm | undefined;
  onChoose: (alarm: UnconfiguredAlarm) => void;
  onClose: () => void;
}) {
  return (
    <div className="entity-page">
      <div className="list-block">
        <p className="alarm-note">
          {t(text.openNote)}
          {rows && total > rows.length && ` ${say(text.openShown, { n: rows.length, total })}`}
        </p>
        <UnconfiguredList rows={rows} onConfigure={onChoose} />
      </div>
      {configuring && (
        <EntityForm
          key={configuring.encoding}
          entity={alarmConfig}
          initial={draftFrom(configuring)}
          onClose={onClose}
          onSaved={onClose}
        />
      )}
    </div>
  );
}

const configs: EntityPageProps = {
  entity: alarmConfig.name,
  columns: [
    'encoding',
    'level',
    'contentZh',
    'contentEn',
    'controlType',
    'count30',
    'status',
    'origin',
    'time',
  ],
  ownColumns: alarmColumns,
  cells: alarmCells,
  filters: ['level', 'equipmentKind', 'controlType', 'isStop', 'notify'],
  detail: alarmDetail,
};

function useUnconfigured() {
  return useQuery({
    queryKey: keyOf(alarmConfig, 'unconfigured'),
    queryFn: ({ signal }) =>
      api.get<{ list: UnconfiguredAlarm[]; total: number }>(
        `${alarmConfig.path}/unconfigured`,
        undefined,
        {
          signal,
        },
      ),
  });
}

/** Whether a link means this code: of that kind and control to which its machine belongs. */
function isMeant(alarm: UnconfiguredAlarm, code: string | null, device: string | null): boolean {
  const isCode = alarm.encoding.toLowerCase() === code?.toLowerCase();
  return isCode && (device === null || alarm.devices.includes(device));
}

function viewOf(tab: string | null): AlarmView {
  return tab === 'unconfigured' || tab === 'analysis' ? tab : 'configs';
}

function draftFrom({ encoding, equipmentKind, controlType, text: raw }: UnconfiguredAlarm) {
  return { encoding, equipmentKind, controlType, contentZh: raw, contentEn: raw };
}
