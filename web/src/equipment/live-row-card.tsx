import { machineTool } from '@millwright/contract/equipment/live-equipment';
import { fieldOf } from '@millwright/contract/kernel/entity';
import { textOf } from '@millwright/contract/kernel/text';
import type { EntityRow } from '../entity/entity-row.ts';
import { factLabel } from '../entity/row-details.tsx';
import { isCompanyWide } from '../kernel/permission.tsx';
import { viewOf } from '../kinds/kind-views.ts';
import { liveCells } from './live-cells.tsx';

/** A machine of the table on a phone: what it does now stands beside its name. */
export const liveRowCard = (row: EntityRow) => <LiveRowCard row={row} />;

function LiveRowCard({ row }: { row: EntityRow }) {
  const state = fieldOf(machineTool, 'runningStatus');
  const { Cell } = viewOf(state);
  return (
    <>
      <div className="list-card-head">
        <strong>{textOf(row['nickname'])}</strong>
        <Cell field={state} value={row['runningStatus']} shown={row.shown?.['runningStatus']} />
      </div>
      <div className="list-card-code">
        {[textOf(row['number']), ...(isCompanyWide() ? [row.departName] : [])]
          .filter(Boolean)
          .join(' · ')}
      </div>
      <dl>
        {FACTS.map((name) => (
          <div key={name}>
            <dt>{factLabel(fieldOf(machineTool, name))}</dt>
            <dd>{liveCells[name](row)}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}

const FACTS = ['sinceTime', 'lineId', 'actionRate', 'output'] as const;
