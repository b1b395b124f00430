/** A menu row as trees draw it. */
export interface MenuNode {
  readonly id: string;
  readonly parentId: string | null;
  readonly menuType: 'D' | 'P' | 'B';
  readonly titleZh: string;
  readonly titleEn: string;
  readonly perms: string | null;
  readonly orderNum: number;
  readonly group?: string | null;
}

/** The rows of the menu with what leads from one to another; rows whose parent is missing stand on top. */
export interface MenuTree {
  readonly nodes: readonly MenuNode[];
  readonly roots: readonly MenuNode[];
  childrenOf(id: string): readonly MenuNode[];
  /** All rows below one, nearest first. */
  below(id: string): readonly MenuNode[];
  /** All rows above one, nearest first. */
  above(id: string): readonly MenuNode[];
}

/** Puts flat rows in order; a row that stands above itself (broken data) ends its way up. */
export function menuTree(rows: readonly MenuNode[]): MenuTree {
  const nodes = rows.toSorted((one, other) => one.orderNum - other.orderNum);
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const children = Map.groupBy(nodes, (node) =>
    node.parentId && byId.has(node.parentId) ? node.parentId : '',
  );
  const childrenOf = (id: string) => children.get(id) ?? [];
  const below = (id: string): MenuNode[] =>
    childrenOf(id).flatMap((child) => [child, ...below(child.id)]);
  const above = (id: string): MenuNode[] => {
    const way: MenuNode[] = [];
    let parent = byId.get(byId.get(id)?.parentId ?? '');
    while (parent && !way.includes(parent)) {
      way.push(parent);
      parent = byId.get(parent.parentId ?? '');
    }
    return way;
  };
  return { nodes, roots: childrenOf(''), childrenOf, below, above };
}

/** What a tree of ticks shows: full, or half where the row is held but not everything below it. */
export interface Ticks {
  readonly full: readonly string[];
  readonly half: readonly string[];
}

/** How the held ids are drawn: a held row is full when all below it are held too, else half. */
export function ticksOf(tree: MenuTree, held: ReadonlySet<string>): Ticks {
  const full: string[] = [];
  const half: string[] = [];
  const count = (node: MenuNode): { held: number; all: number } => {
    const parts = tree.childrenOf(node.id).map(count);
    const sum = { held: held.has(node.id) ? 1 : 0, all: 1 };
    for (const part of parts) {
      sum.held += part.held;
      sum.all += part.all;
    }
    if (sum.held === sum.all) full.push(node.id);
    else if (sum.held > 0) half.push(node.id);
    return sum;
  };
  tree.roots.forEach(count);
  return { full, half };
}

/**
 * Ticks or unticks a row. Linked: all below follow, and directories without anything left fall away.
 * Whatever is held, what stands above it is held too, so that it can be reached.
 */
export function toggled(
  tree: MenuTree,
  held: ReadonlySet<string>,
  id: string,
  on: boolean,
  linked: boolean,
): Set<string> {
  const next = new Set(held);
  const touched = linked ? [id, ...tree.below(id).map((node) => node.id)] : [id];
  for (const one of touched) {
    if (on) next.add(one);
    else next.delete(one);
  }
  if (on) for (const node of tree.above(id)) next.add(node.id);
  else if (linked) dropEmptyDirectories(tree, next, id);
  return next;
}

/** The rows that somebody may tick for others: those whose tag, and the tags on the way to them, are held. */
export function givableIds(tree: MenuTree, holds: (tag: string) => boolean): ReadonlySet<string> {
  const givable = new Set<string>();
  const look = (node: MenuNode): boolean => {
    if (node.perms && !holds(node.perms)) return false;
    const children = tree.childrenOf(node.id);
    const some = children.filter(look).length > 0;
    const isWay = node.perms === null && children.length > 0;
    if (some || !isWay) givable.add(node.id);
    return some || !isWay;
  };
  tree.roots.forEach(look);
  return givable;
}

/**
 * `toggled` where only some rows may be ticked. Where nothing is left to tick below a row, the click takes back what is:
 * a row with others below that may not be given never looks full.
 */
export function toggledWithin(
  givable: ReadonlySet<string>,
  ...[tree, held, id, on, linked]: Parameters<typeof toggled>
): Set<string> {
  const wanted = toggled(tree, held, id, on, linked);
  const next = new Set([...wanted].filter((one) => held.has(one) || givable.has(one)));
  return on && next.size === held.size ? toggled(tree, held, id, false, linked) : next;
}

/** The ids that are stored: what is held and every row above it, so that the tree comes back as it was left. */
export function storedIds(tree: MenuTree, held: ReadonlySet<string>): string[] {
  const all = new Set(held);
  for (const id of held) for (const node of tree.above(id)) all.add(node.id);
  return tree.nodes.map((node) => node.id).filter((id) => all.has(id));
}

/** What a search word finds in a tree. */
export interface Found {
  /** The rows that fit, with all above and below them: a page is found with its buttons. */
  readonly seen: ReadonlySet<string>;
  /** The way to the rows that fit, which stands open. */
  readonly way: ReadonlySet<string>;
}

/** Rows that fit a search word (title in either language or tag). */
export function foundIn(tree: MenuTree, word: string): Found {
  const sought = word.trim().toLowerCase();
  const hits = tree.nodes.filter((node) =>
    `${node.titleZh}\n${node.titleEn}\n${node.perms ?? ''}`.toLowerCase().includes(sought),
  );
  const way = new Set(hits.flatMap(({ id }) => tree.above(id).map((one) => one.id)));
  const below = hits.flatMap(({ id }) => [id, ...tree.below(id).map((one) => one.id)]);
  return { seen: new Set([...way, ...below]), way };
}

/** Ids that one of two roles holds and the other does not. */
export function differentIds(one: ReadonlySet<string>, other: ReadonlySet<string>): Set<string> {
  return new Set(
    [...one].filter((id) => !other.has(id)).concat([...other].filter((id) => !one.has(id))),
  );
}

function dropEmptyDirectories(tree: MenuTree, held: Set<string>, from: string): void {
  for (const node of tree.above(from)) {
    const empty = node.menuType === 'D' && !tree.below(node.id).some((one) => held.has(one.id));
    if (empty) held.delete(node.id);
  }
}
