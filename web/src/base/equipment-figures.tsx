import { equipment } from '@millwright/contract/base/equipment';
import { FigureStrip, useCount } from '../entity/figures.tsx';
import type { Filters } from '../entity/list-address.ts';
import type { List } from '../entity/use-list.ts';
import { baseText as text } from '../locales/base.ts';

const ROBOTS: Filters = { equipmentKind: 'robot' };
const TOOLS: Filters = { equipmentKind: 'machineTool' };
const OTHERS: Filters = {
  equipmentKind: 'press,saw,furnace,spinner,gauge,flawDetector,balancer,marker,conveyor',
};
const UNBOUND: Filters = { lineId: 'none', status: '1' };
const DISABLED: Filters = { status: '0' };

/** What there is by kind, what stands on no line, and what is disabled. */
export function EquipmentFigures({ list }: { list: List }) {
  const robots = useCount(equipment, ROBOTS)?.total;
  const tools = useCount(equipment, TOOLS)?.total;
  const others = useCount(equipment, OTHERS)?.total;
  const unbound = useCount(equipment, UNBOUND)?.total;
  const disabled = useCount(equipment, DISABLED)?.total;
  return (
    <FigureStrip
      list={list}
      figures={[
        { key: 'robots', label: text.robots, value: robots, filters: ROBOTS },
        { key: 'tools', label: text.machineTools, value: tools, filters: TOOLS },
        { key: 'others', label: text.others, value: others, filters: OTHERS },
        { key: 'unbound', label: text.unbound, value: unbound, filters: UNBOUND },
        {
          key: 'disabled',
          label: text.disabled,
          value: disabled,
          filters: DISABLED,
          mark: { shape: 'off', color: '--ink-3' },
        },
      ]}
    />
  );
}
