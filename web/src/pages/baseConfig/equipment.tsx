import { equipment } from '@millwright/contract/base/equipment';
import { useMemo } from 'react';
import { equipmentCells, equipmentColumns } from '../../base/equipment-cells.tsx';
import { EquipmentOverview } from '../../base/equipment-overview.tsx';
import { equipmentPlate } from '../../base/plates.ts';
import { mayPrint, plateActsOf, usePlates } from '../../base/use-plates.tsx';
import type { DetailSlots } from '../../entity/entity-drawer.tsx';
import EntityPage from '../../entity/entity-page.tsx';
import type { EntityRow } from '../../entity/entity-row.ts';
import { t } from '../../kernel/language.tsx';
import { isCompanyWide } from '../../kernel/permission.tsx';
import { baseText as text } from '../../locales/base.ts';
import '../../base/base.css';

/** Machines of the plant: what they are, where they stand, how they are reached; plates to stick on them. */
export default function EquipmentPage() {
  const { act, dialog, print } = usePlates(equipmentPlate);
  const detail = useMemo(() => detailWith(print), [print]);
  return (
    <>
      <EntityPage
        entity={equipment.name}
        columns={isCompanyWide() ? ofAllSites : ofOneSite}
        ownColumns={equipmentColumns}
        cells={equipmentCells}
        filters={FILTERS}
        detail={detail}
        actions={ACTIONS}
        ownActs={plateActs}
        ownBatch={plateActs}
        onAct={act}
      />
      {dialog}
    </>
  );
}

const usual = [
  'number',
  'nickname',
  'equipmentKind',
  'lineId',
  'stationId',
  'runningStatus',
  'status',
  'ip',
];
const ofOneSite = [...usual, 'standardActionRate', 'securityDoorNo'];

/** The department takes the room of the standards, so that nothing leaves the sight. */
const ofAllSites = [...usual, 'departName'];
const plateActs = plateActsOf(equipment);
const FILTERS = ['equipmentKind', 'lineId', 'status', 'runningStatus'];
/** The connection is tested in the drawer, where its answer stands. */
const ACTIONS = ['add', 'edit', 'remove', 'import', 'copy'];

function detailWith(print: (row: EntityRow) => void): DetailSlots {
  return {
    tabs: (row) => [
      {
        key: 'overview',
        label: t(text.overview),
        content: (
          <EquipmentOverview
            key={row.id}
            row={row}
            onPrint={mayPrint(equipment) ? () => print(row) : undefined}
          />
        ),
      },
    ],
  };
}
