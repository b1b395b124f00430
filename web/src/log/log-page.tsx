import { useMemo } from 'react';
import type { DetailSlots } from '../entity/entity-drawer.tsx';
import EntityPage from '../entity/entity-page.tsx';
import type { EntityPageProps } from '../entity/entity-page.tsx';
import type { List } from '../entity/use-list.ts';
import { timelineTab } from './log-timeline.tsx';
import { logWindow, windowOf } from './log-window.tsx';
import { SealChecks } from './seal-checks.tsx';

/** The page of a log: the last seven days unless asked otherwise, and in the drawer what all logs say around a row. */
export function LogPage({ detail, toolbar = logWindow, ...props }: Omit<EntityPageProps, 'usual'>) {
  const { entity } = props;
  const usual = useMemo(() => ({ filters: { at: windowOf(7) } }), []);
  const slots = useMemo<DetailSlots>(
    () => ({ after: (row) => [timelineTab(entity, row)], ...detail }),
    [entity, detail],
  );
  const tools = (list: List) => (
    <>
      {toolbar(list)}
      <SealChecks />
    </>
  );
  return <EntityPage {...props} usual={usual} toolbar={tools} detail={slots} />;
}
