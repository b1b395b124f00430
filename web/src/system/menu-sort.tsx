import { menuEntry } from '@millwright/contract/system/menu';
import { useQueryClient } from '@tanstack/react-query';
import { Tree } from 'antd';
import type { TreeDataNode, TreeProps } from 'antd';
import { useState } from 'react';
import { Dialog } from '../controls/dialog.tsx';
import { StepButtons } from '../controls/step-buttons.tsx';
import type { EntityRow } from '../entity/entity-row.ts';
import { keyOf } from '../entity/query-key.ts';
import { api } from '../kernel/api.ts';
import { say, t } from '../kernel/language.tsx';
import { useWork } from '../kernel/work.ts';
import { entityText } from '../locales/entity.ts';
import { menuText as text } from '../locales/structure.ts';
import { menuTitle } from './menu-cells.tsx';
import { changedOrder, moved, stepped } from './menu-order.ts';
import type { Where } from './menu-order.ts';

/** The tree to drag into its order; arrow buttons do the same by keyboard. Nothing is stored before it is saved. */
export function MenuSort({ rows, onClose }: { rows: readonly EntityRow[]; onClose: () => void }) {
  const client = useQueryClient();
  const [now, setNow] = useState<readonly EntityRow[]>(() =>
    rows.toSorted((one, other) => Number(one['orderNum']) - Number(other['orderNum'])),
  );
  const [chosen, setChosen] = useState<string>();
  const { busy, run } = useWork();
  const changes = changedOrder(rows, now);
  const drop: TreeProps['onDrop'] = (end) => {
    setNow(moved(now, String(end.dragNode.key), String(end.node.key), placeOf(end)));
  };
  const save = () =>
    run(async () => {
      try {
        await api.post(`${menuEntry.path}/actions/sort`, { rows: changes });
        onClose();
      } finally {
        await client.invalidateQueries({ queryKey: keyOf(menuEntry) });
      }
    });
  return (
    <Dialog
      open
      width={560}
      title={t(text.sort)}
      okText={t(entityText.save)}
      cancelText={t(entityText.cancel)}
      confirmLoading={busy}
      mask={{ closable: false }}
      okButtonProps={{ disabled: changes.length === 0 }}
      onOk={() => void save()}
      onCancel={onClose}
    >
      <div className="permission-tools">
        <span className="pane-hint">{t(text.moved)}</span>
        <StepButtons
          canUp={chosen !== undefined}
          canDown={chosen !== undefined}
          onStep={(by) => chosen && setNow(stepped(now, chosen, by))}
        />
        <span className="permission-count num">{say(text.sortCount, { n: changes.length })}</span>
      </div>
      <Tree
        draggable
        blockNode
        virtual
        height={440}
        treeData={nodesOf(now, null)}
        selectedKeys={chosen ? [chosen] : []}
        onSelect={(keys) => setChosen(keys[0] === undefined ? undefined : String(keys[0]))}
        onDrop={drop}
      />
    </Dialog>
  );
}

/** Where a row was let go. The gap above the first row of an open directory is told as a drop on the directory. */
function placeOf({
  node,
  dropToGap,
  dropPosition,
}: Parameters<NonNullable<TreeProps['onDrop']>>[0]): Where {
  if (!dropToGap) return node.expanded ? 'first' : 'last';
  return dropPosition < Number(node.pos.split('-').at(-1)) ? 'before' : 'after';
}

/** Buttons keep the order of their release. */
function nodesOf(rows: readonly EntityRow[], parentId: string | null): TreeDataNode[] {
  return rows
    .filter((row) => (row['parentId'] ?? null) === parentId && row['menuType'] !== 'B')
    .map((row) => ({ key: row.id, title: menuTitle(row), children: nodesOf(rows, row.id) }));
}
