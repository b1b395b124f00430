import type {
  ActionRateHistory,
  AlarmHistory,
  MaintenanceHistory,
  OutputHistory,
  StateHistory,
} from '@millwright/contract/equipment/live-equipment';
import { entityOf } from '@millwright/contract/registry';
import { useQuery } from '@tanstack/react-query';
import type { EntityRow } from '../entity/entity-row.ts';
import { keyOf } from '../entity/query-key.ts';
import { api } from '../kernel/api.ts';

interface Views {
  readonly states: StateHistory;
  readonly 'action-rate': ActionRateHistory;
  readonly alarms: AlarmHistory;
  readonly outputs: OutputHistory;
  readonly maintenance: MaintenanceHistory;
}

/** One of the views of a machine, such as `states`; kept fresh while it is looked at. */
export function useView<N extends keyof Views>(
  row: EntityRow,
  name: N,
  query: Readonly<Record<string, string>> = {},
) {
  const page = row['equipmentKind'] === 'robot' ? 'equipment/robot' : 'equipment/machineTool';
  const entity = entityOf(page);
  return useQuery({
    queryKey: keyOf(entity, name, row.id, query),
    queryFn: ({ signal }) =>
      api.get<Views[N]>(`${entity.path}/${row.id}/${name}`, query, { signal, quiet: true }),
    refetchInterval: 30_000,
  });
}
