import { Button, Checkbox, Tree } from 'antd';
import Search from 'antd/es/input/Search';
import type { TreeDataNode } from 'antd';
import { useMemo, useState } from 'react';
import { say, t, titled } from '../kernel/language.tsx';
import { hasPermission } from '../kernel/permission.tsx';
import { roleText as text } from '../locales/people.ts';
import { clearing } from '../controls/clearing.tsx';
import { foundIn, givableIds, ticksOf, toggledWithin } from './menu-tree.ts';
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
  const [linked, setLinked] = useState(true);
  const view = useTreeView(tree, held);
  const ticks = useMemo(() => ticksOf(tree, held), [tree, held]);
  const givable = useMemo(() => givableIds(tree, (tag) => hasPermission([tag])), [tree]);
  const data = useMemo(() => {
    const isFixed = (id: string) => readOnly || !(givable.has(id) || held.has(id));
    return dataOf(tree, tree.roots, view.seen, isFixed);
  }, [tree, view.seen, readOnly, givable, held]);
  return (
    <div className="permission-tree">
      <div className="permission-tools">
        <Looking tree={tree} view={view} />
        {!readOnly && (
          <>
            <TickAll givable={givable} held={held} view={view} onChange={onChange} />
            <Checkbox checked={linked} onChange={(event) => setLinked(event.target.checked)}>
              {t(text.linked)}
            </Checkbox>
          </>
        )}
        <Checkbox
          checked={view.onlyTicked}
          onChange={(event) => view.setOnlyTicked(event.target.checked)}
        >
          {t(text.onlyTicked)}
        </Checkbox>
        {tools}
        <span className="permission-count num">
          {say(text.ticked, { n: held.size, total: tree.nodes.length })}
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
          // While branches open and close a press would come down on one node and up on another.
          motion={false}
          virtual
          height={height}
          treeData={data}
          expandedKeys={[...view.expanded]}
          onExpand={(keys) => view.expand(keys.map(String))}
          checkedKeys={{ checked: [...ticks.full], halfChecked: [...ticks.half] }}
          onCheck={(_keys, { node, checked }) =>
            onChange(toggledWithin(givable, tree, held, String(node.key), checked, linked))
          }
        />
      )}
    </div>
  );
}

type TreeView = ReturnType<typeof useTreeView>;

/** What of the tree is seen and what stands open. A search has its own opened nodes and leaves those of before. */
function useTreeView(tree: MenuTree, held: ReadonlySet<string>) {
  const [word, setWord] = useState('');
  const [onlyTicked, setOnlyTicked] = useState(false);
  const [open, setOpen] = useState<readonly string[]>(() => tree.roots.map((node) => node.id));
  // The way to what a search finds stands open, until it is opened or closed by hand.
  const [openFound, setOpenFound] = useState<readonly string[]>();
  const found = useMemo(() => (word.trim() === '' ? undefined : foundIn(tree, word)), [tree, word]);
  const seen = useMemo(() => {
    const some = found?.seen ?? new Set(tree.nodes.map((node) => node.id));
    return onlyTicked ? new Set([...some].filter((id) => held.has(id))) : some;
  }, [tree, found, onlyTicked, held]);
  return {
    word,
    search: (next: string) => {
      setWord(next);
      setOpenFound(undefined);
    },
    isSearch: found !== undefined,
    onlyTicked,
    setOnlyTicked,
    seen,
    expanded: found ? (openFound ?? [...found.way]) : open,
    expand: found ? setOpenFound : setOpen,
  };
}

function Looking({ tree, view }: { tree: MenuTree; view: TreeView }) {
  return (
    <>
      <Search
        className="permission-search"
        allowClear={clearing}
        placeholder={t(text.search)}
        aria-label={t(text.search)}
        value={view.word}
        onChange={(event) => view.search(event.target.value)}
      />
      <Button onClick={() => view.expand(tree.nodes.map((node) => node.id))}>
        {t(text.expand)}
      </Button>
      <Button onClick={() => view.expand([])}>{t(text.collapse)}</Button>
    </>
  );
}

/** All that may be given, and none; a search narrows both: nothing changes that nobody sees. */
function TickAll({
  givable,
  held,
  view,
  onChange,
}: Pick<PermissionTreeProps, 'held' | 'onChange'> & {
  givable: ReadonlySet<string>;
  view: TreeView;
}) {
  const { isSearch, seen } = view;
  const all = () => [...held, ...[...givable].filter((id) => !isSearch || seen.has(id))];
  const none = () => (isSearch ? [...held].filter((id) => !seen.has(id)) : []);
  return (
    <>
      <Button onClick={() => onChange(new Set(all()))}>{t(text.all)}</Button>
      <Button onClick={() => onChange(new Set(none()))}>{t(text.none)}</Button>
    </>
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
  isFixed: (id: string) => boolean,
): TreeDataNode[] {
  return nodes
    .filter((node) => seen.has(node.id))
    .map((node) => ({
      key: node.id,
      title: <MenuNodeTitle node={node} />,
      disableCheckbox: isFixed(node.id),
      children: dataOf(tree, tree.childrenOf(node.id), seen, isFixed),
    }));
}
