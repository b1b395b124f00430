import { Button, Checkbox, Input, Tree } from 'antd';
import type { TreeDataNode } from 'antd';
import { useMemo, useState } from 'react';
import { say, t, titled } from '../kernel/language.tsx';
import { roleText as text } from '../locales/people.ts';
import { foundIn, ticksOf, toggled } from './menu-tree.ts';
import type { MenuNode, MenuTree } from './menu-tree.ts';

interface PermissionTreeProps {
  readonly tree: MenuTree;
  readonly held: ReadonlySet<string>;
  readonly onChange: (held: ReadonlySet<string>) => void;
  /** To look at only. */
  readonly readOnly?: boolean;
  /** Px of the tree itself; what does not fit scrolls. */
  readonly height: number;
  readonly tools?: React.ReactNode;
}

/** The menu with its buttons to tick: search, open and close, all, linkage, ticked only. */
export function PermissionTree({
  tree,
  held,
  onChange,
  readOnly = false,
  height,
  tools,
}: PermissionTreeProps) {
  const [word, setWord] = useState('');
  const [linked, setLinked] = useState(true);
  const [onlyTicked, setOnlyTicked] = useState(false);
  const [open, setOpen] = useState<readonly string[]>(() => tree.roots.map((node) => node.id));
  // The way to what a search finds stands open, until it is opened or closed by hand.
  const [openFound, setOpenFound] = useState<readonly string[]>();
  const ticks = useMemo(() => ticksOf(tree, held), [tree, held]);
  const found = useMemo(() => (word.trim() === '' ? undefined : foundIn(tree, word)), [tree, word]);
  const seen = useMemo(() => {
    const some = found?.seen ?? new Set(tree.nodes.map((node) => node.id));
    return onlyTicked ? new Set([...some].filter((id) => held.has(id))) : some;
  }, [tree, found, onlyTicked, held]);
  const data = useMemo(() => dataOf(tree, tree.roots, seen, readOnly), [tree, seen, readOnly]);
  const all = tree.nodes.map((node) => node.id);
  const expanded = found ? (openFound ?? [...found.way]) : open;
  const expand = found ? setOpenFound : setOpen;
  // A search narrows these two as well: nothing changes that nobody sees.
  const tickAll = () => onChange(found ? new Set([...held, ...seen]) : new Set(all));
  const tickNone = () => onChange(new Set(found ? [...held].filter((id) => !seen.has(id)) : []));
  return (
    <div className="permission-tree">
      <div className="permission-tools">
        <Input.Search
          className="permission-search"
          allowClear
          placeholder={t(text.search)}
          aria-label={t(text.search)}
          value={word}
          onChange={(event) => {
            setWord(event.target.value);
            setOpenFound(undefined);
          }}
        />
        <Button onClick={() => expand(all)}>{t(text.expand)}</Button>
        <Button onClick={() => expand([])}>{t(text.collapse)}</Button>
        {!readOnly && (
          <>
            <Button onClick={tickAll}>{t(text.all)}</Button>
            <Button onClick={tickNone}>{t(text.none)}</Button>
            <Checkbox checked={linked} onChange={(event) => setLinked(event.target.checked)}>
              {t(text.linked)}
            </Checkbox>
          </>
        )}
        <Checkbox checked={onlyTicked} onChange={(event) => setOnlyTicked(event.target.checked)}>
          {t(text.onlyTicked)}
        </Checkbox>
        {tools}
        <span className="permission-count num">
          {say(text.ticked, { n: held.size, total: all.length })}
        </span>
      </div>
      {data.length === 0 ? (
        <p className="pane-empty">{t(text.nothing)}</p>
      ) : (
        <Tree
          checkable
          checkStrictly
          blockNode
          selectable={false}
          virtual
          height={height}
          treeData={data}
          expandedKeys={[...expanded]}
          onExpand={(keys) => expand(keys.map(String))}
          checkedKeys={{ checked: [...ticks.full], halfChecked: [...ticks.half] }}
          onCheck={(_keys, { node, checked }) =>
            onChange(toggled(tree, held, String(node.key), checked, linked))
          }
        />
      )}
    </div>
  );
}

/** A row of the menu as people read it: title, and its tag lighter. */
export function MenuNodeTitle({ node }: { node: MenuNode }) {
  return (
    <span className="menu-node">
      {titled(node.titleZh, node.titleEn)}
      {node.perms && <small>{node.perms}</small>}
    </span>
  );
}

function dataOf(
  tree: MenuTree,
  nodes: readonly MenuNode[],
  seen: ReadonlySet<string>,
  readOnly: boolean,
): TreeDataNode[] {
  return nodes
    .filter((node) => seen.has(node.id))
    .map((node) => ({
      key: node.id,
      title: <MenuNodeTitle node={node} />,
      disableCheckbox: readOnly,
      children: dataOf(tree, tree.childrenOf(node.id), seen, readOnly),
    }));
}
