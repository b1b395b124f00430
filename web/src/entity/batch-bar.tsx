import { Button } from 'antd';
import { ActionButton } from '../kernel/debounce.tsx';
import { say, t } from '../kernel/language.tsx';
import { entityText } from '../locales/entity.ts';
import { ActionIcon } from './action-icon.tsx';
import type { EntityRow } from './entity-row.ts';
import { batchActs } from './row-acts.ts';
import type { RowAct } from './row-acts.ts';
import type { List } from './use-list.ts';

interface BatchBarProps {
  readonly list: List;
  readonly only?: readonly string[] | undefined;
  /** What the page adds. */
  readonly own: readonly RowAct[];
  /** Answers false where nothing was done: the selection stays then. */
  readonly onAct: (name: string, rows: readonly EntityRow[]) => Promise<boolean | void>;
}

/** What can be done to the selected rows; stands in the place of the primary button, what cannot be undone last. */
export function BatchBar({ list, only, own, onAct }: BatchBarProps) {
  const rows = list.rows.filter((row) => list.selected.includes(row.id));
  const acts = [...batchActs(list.entity, rows, only), ...own];
  const run = async (name: string) => {
    if ((await onAct(name, rows)) !== false) list.select([]);
  };
  return (
    <>
      <span className="batch-count">{say(entityText.selectedCount, { n: rows.length })}</span>
      {acts
        .toSorted((a, b) => Number(a.danger) - Number(b.danger))
        .map((act) => (
          <ActionButton
            key={act.name}
            danger={act.danger}
            icon={<ActionIcon name={act.icon} />}
            onClick={() => run(act.name)}
          >
            {act.label}
          </ActionButton>
        ))}
      <Button type="link" onClick={() => list.select([])}>
        {t(entityText.cancelSelection)}
      </Button>
    </>
  );
}
