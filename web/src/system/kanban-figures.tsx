import { kanban } from '@millwright/contract/system/kanban';
import { FigureStrip, useCount } from '../entity/figures.tsx';
import type { List } from '../entity/use-list.ts';
import { kanbanText as text } from '../locales/board.ts';

/** How many enabled boards are lit, dark, and behind; a click shows them. */
export function KanbanFigures({ list }: { list: List }) {
  const online = useCount(kanban, ONLINE)?.total;
  const offline = useCount(kanban, OFFLINE)?.total;
  const outdated = useCount(kanban, OUTDATED)?.total;
  return (
    <FigureStrip
      list={list}
      figures={[
        {
          key: 'online',
          label: text.online,
          value: online,
          mark: { shape: 'dot', color: '--st-run' },
          filters: ONLINE,
        },
        {
          key: 'offline',
          label: text.offline,
          value: offline,
          mark: { shape: 'off', color: '--st-offline' },
          tone: offline ? 'bad' : undefined,
          filters: OFFLINE,
        },
        {
          key: 'outdated',
          label: text.outdated,
          value: outdated,
          mark: { shape: 'warning', color: '--warn-fill' },
          tone: outdated ? 'warn' : undefined,
          filters: OUTDATED,
        },
      ]}
    />
  );
}

const ONLINE = { online: 'true', status: '1' };
const OFFLINE = { online: 'false', status: '1' };
const OUTDATED = { outdated: 'true', status: '1' };
