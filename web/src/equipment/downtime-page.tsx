import { downtime } from '@millwright/contract/equipment/downtime';
import { textOf } from '@millwright/contract/kernel/text';
import { Segmented } from 'antd';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import type { DetailSlots } from '../entity/entity-drawer.tsx';
import EntityPage from '../entity/entity-page.tsx';
import type { EntityRow } from '../entity/entity-row.ts';
import { RowDetails } from '../entity/row-details.tsx';
import type { RowAct } from '../entity/row-acts.ts';
import { tellRefused } from '../entity/tell-batch.ts';
import { useAct } from '../entity/use-act.ts';
import type { Acts } from '../entity/use-act.ts';
import { useCards } from '../entity/use-media.ts';
import { t } from '../kernel/language.tsx';
import { later } from '../kernel/later.tsx';
import { isCompanyWide } from '../kernel/permission.tsx';
import { passRefusal } from '../kernel/refusal.ts';
import { equipmentText as text } from '../locales/equipment.ts';
import {
  downtimeCells,
  downtimeFacts,
  downtimeFilters,
  downtimeOfAllSites,
  downtimeOfOneSite,
  downtimeWidths,
} from './downtime-cells.tsx';
import { DowntimeFigures } from './downtime-figures.tsx';
import { SplitDialog } from './split-dialog.tsx';
import './equipment.css';
import './downtime.css';

const DowntimeAnalysis = later(() => import('./downtime-analysis.tsx'));

/** Stops of machines to be explained, one by one or several at once; and what they add up to (`?tab=analysis`). */
export default function DowntimePage() {
  const [search, setSearch] = useSearchParams();
  const isAnalysis = search.get('tab') === 'analysis';
  const isPhone = useCards();
  const acts = useAct(downtime);
  const [splitting, setSplitting] = useState<EntityRow>();
  const act = (name: string, rows: readonly EntityRow[]): Promise<void> | false => {
    const [first] = rows;
    if (name === 'split' && first) {
      setSplitting(first);
      return Promise.resolve();
    }
    if (name !== 'accept') return false;
    return acceptProposals(acts, rows);
  };
  return (
    <div className="eq-downtime">
      <Segmented
        className="eq-views"
        aria-label={t(text.downtimeViews)}
        value={isAnalysis ? 'analysis' : 'records'}
        options={[
          { value: 'records', label: t(text.records) },
          { value: 'analysis', label: t(text.analysis) },
        ]}
        onChange={(view) => setSearch(view === 'analysis' ? { tab: 'analysis' } : {})}
      />
      {isAnalysis ? (
        <DowntimeAnalysis />
      ) : (
        <EntityPage
          entity={downtime.name}
          columns={
            isPhone ? downtimeFacts : isCompanyWide() ? downtimeOfAllSites : downtimeOfOneSite
          }
          ownColumns={downtimeWidths}
          cells={downtimeCells}
          filters={downtimeFilters}
          figures={DowntimeFigures}
          detail={DETAIL}
          ownActs={acceptable}
          ownBatch={acceptAll}
          onAct={act}
        />
      )}
      {splitting && (
        <SplitDialog row={splitting} acts={acts} onClose={() => setSplitting(undefined)} />
      )}
    </div>
  );
}

/** Numbers that only tie rows together are not shown, nor a repair where there is none. */
const TYING = ['equipmentNumber', 'shiftId', 'splitFromId', 'state'];
const FACTS = { minutes: downtimeCells.minutes };
const DETAIL: DetailSlots = {
  state: downtimeCells.state,
  subtitle: (row) =>
    [textOf(row['shiftDate'] ?? ''), textOf(row['shiftName'] ?? '')].filter(Boolean).join(' · '),
  details: (row) => (
    <RowDetails
      entity={downtime}
      row={row}
      omit={row['repairId'] === null ? [...TYING, 'repairId'] : TYING}
      cells={FACTS}
    />
  ),
};

const accept: RowAct = {
  name: 'accept',
  label: t(text.accept),
  icon: 'check-circle',
  danger: false,
};

/** One tap where something is proposed and the person may classify. */
function acceptable(row: EntityRow): readonly RowAct[] {
  const isProposed = row['proposedCategory'] !== null || row['proposedReasonId'] !== null;
  return isProposed && row.actions.includes('classify') ? [accept] : [];
}

async function acceptProposals(acts: Acts, rows: readonly EntityRow[]): Promise<void> {
  const ids = rows.map(({ id }) => id);
  const answer = await acts.batch(ids, 'classify').catch(passRefusal);
  tellRefused(downtime, accept.label, rows, answer);
}

function acceptAll(): readonly RowAct[] {
  return [accept];
}
