import { station } from '@millwright/contract/base/station';
import { useMemo } from 'react';
import { stationPlate } from '../../base/plates.ts';
import { stationCells, stationColumns } from '../../base/station-cells.tsx';
import { StationFigures } from '../../base/station-figures.tsx';
import { StationInterlock } from '../../base/station-interlock.tsx';
import { StationOverview } from '../../base/station-overview.tsx';
import { mayPrint, plateActsOf, usePlates } from '../../base/use-plates.tsx';
import type { DetailSlots } from '../../entity/entity-drawer.tsx';
import EntityPage from '../../entity/entity-page.tsx';
import type { EntityRow } from '../../entity/entity-row.ts';
import { t } from '../../kernel/language.tsx';
import { isCompanyWide } from '../../kernel/permission.tsx';
import { baseText as text } from '../../locales/base.ts';
import '../../base/base.css';

/** Stations: one procedure at one place of a line; what devices report, where pieces leave. */
export default function StationPage() {
  const { act, dialog, print } = usePlates(stationPlate);
  const detail = useMemo(() => detailWith(print), [print]);
  return (
    <>
      <EntityPage
        entity={station.name}
        columns={isCompanyWide() ? ofAllSites : ofOneSite}
        ownColumns={stationColumns}
        cells={stationCells}
        filters={FILTERS}
        figures={StationFigures}
        detail={detail}
        ownActs={plateActs}
        ownBatch={plateActs}
        onAct={act}
      />
      {dialog}
    </>
  );
}

const ofOneSite = [
  'workReportStationNo',
  'stationName',
  'lineId',
  'processName',
  'output',
  'status',
  'equipmentId',
  'interlockOn',
  'mergeStation',
  'sequence',
];

/** The department takes the room of interlock and sequence, so that nothing leaves the sight. */
const ofAllSites = [
  ...ofOneSite.filter((prop) => prop !== 'interlockOn' && prop !== 'sequence'),
  'departName',
];
const plateActs = plateActsOf(station);
const FILTERS = ['lineId', 'processName', 'dischargeFlag', 'ngStationFlag', 'status'];

function detailWith(print: (row: EntityRow) => void): DetailSlots {
  return {
    tabs: (row) => [
      {
        key: 'overview',
        label: t(text.overview),
        content: (
          <StationOverview
            key={row.id}
            row={row}
            onPrint={mayPrint(station) ? () => print(row) : undefined}
          />
        ),
      },
      {
        key: 'interlock',
        label: t(text.interlock),
        content: <StationInterlock key={row.id} row={row} />,
      },
    ],
  };
}
