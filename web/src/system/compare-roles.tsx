import { role } from '@millwright/contract/system/role';
import { Checkbox } from 'antd';
import { useMemo, useState } from 'react';
import { Dialog } from '../controls/dialog.tsx';
import { titleOf } from '../entity/row-acts.ts';
import { useRow } from '../entity/use-row.ts';
import { say, t } from '../kernel/language.tsx';
import { Mark } from '../kinds/mark.tsx';
import { roleText as text } from '../locales/people.ts';
import { differentIds } from './menu-tree.ts';
import type { MenuNode, MenuTree } from './menu-tree.ts';
import { MenuNodeTitle } from './permission-tree.tsx';
import { RowPicker } from './row-picker.tsx';

interface CompareRolesProps {
  readonly tree: MenuTree;
  readonly name: string;
  readonly held: ReadonlySet<string>;
  readonly onClose: () => void;
}

/** Two roles side by side in the order of the menu; where they differ, the row says so. */
export function CompareRoles({ tree, name, held, onClose }: CompareRolesProps) {
  const [otherId, setOtherId] = useState<string>();
  const [onlyDifferent, setOnlyDifferent] = useState(true);
  const { row: other, whole } = useRow(role, otherId);
  const otherHeld = useMemo(
    () => heldBy(tree, other?.['menuIds'], other?.['roleKey'] === 'super_admin'),
    [tree, other],
  );
  const different = useMemo(() => differentIds(held, otherHeld), [held, otherHeld]);
  const rows = useMemo(
    () =>
      linesOf(tree, tree.roots, 0).filter(
        ({ node }) => !onlyDifferent || isOnTheWay(tree, node, different),
      ),
    [tree, onlyDifferent, different],
  );
  return (
    <Dialog open width={820} footer={null} title={t(text.compareTitle)} onCancel={onClose}>
      <div className="compare-tools">
        <label htmlFor="compare-with">{t(text.compareWith)}</label>
        <RowPicker id="compare-with" target="system/role" value={otherId} onChange={setOtherId} />
        <Checkbox
          checked={onlyDifferent}
          onChange={(event) => setOnlyDifferent(event.target.checked)}
        >
          {t(text.onlyDifferent)}
        </Checkbox>
        {whole && <strong className="num">{say(text.differences, { n: different.size })}</strong>}
      </div>
      {whole && other && rows.length === 0 && <p className="pane-empty">{t(text.same)}</p>}
      {whole && other && rows.length > 0 && (
        <ComparedTable
          rows={rows}
          different={different}
          left={{ name, held }}
          right={{ name: titleOf(role, other), held: otherHeld }}
        />
      )}
    </Dialog>
  );
}

interface Side {
  readonly name: string;
  readonly held: ReadonlySet<string>;
}

function ComparedTable({
  rows,
  different,
  left,
  right,
}: {
  rows: readonly Line[];
  different: ReadonlySet<string>;
  left: Side;
  right: Side;
}) {
  return (
    <div className="compare-table" tabIndex={0} role="region" aria-label={t(text.compareTitle)}>
      <table>
        <thead>
          <tr>
            <th>{t(text.permissions)}</th>
            <th>{left.name}</th>
            <th>{right.name}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ node, depth }) => (
            <tr key={node.id} className={different.has(node.id) ? 'is-different' : undefined}>
              <th scope="row" style={{ paddingInlineStart: 8 + depth * 16 }}>
                <MenuNodeTitle node={node} />
              </th>
              <td>
                <Held held={left.held.has(node.id)} />
              </td>
              <td>
                <Held held={right.held.has(node.id)} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Ids that a role holds; the super administrator holds all of them without any tick. */
export function heldBy(tree: MenuTree, menuIds: unknown, everything: boolean): ReadonlySet<string> {
  if (everything) return new Set(tree.nodes.map((node) => node.id));
  return new Set(Array.isArray(menuIds) ? menuIds.map(String) : []);
}

function Held({ held }: { held: boolean }) {
  return (
    <span className="state-word">
      {held && <Mark shape="check" color="--ok-fill" />}
      <span>{held ? t(text.has) : '—'}</span>
    </span>
  );
}

interface Line {
  readonly node: MenuNode;
  readonly depth: number;
}

function linesOf(tree: MenuTree, nodes: readonly MenuNode[], depth: number): Line[] {
  return nodes.flatMap((node) => [
    { node, depth },
    ...linesOf(tree, tree.childrenOf(node.id), depth + 1),
  ]);
}

function isOnTheWay(tree: MenuTree, node: MenuNode, different: ReadonlySet<string>): boolean {
  return different.has(node.id) || tree.below(node.id).some((one) => different.has(one.id));
}
