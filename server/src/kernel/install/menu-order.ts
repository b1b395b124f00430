import { type MenuRow, menuRows } from '@millwright/contract/menu';

/** A row of the menu where it stands; rows that a company made have no key. */
export interface Standing {
  readonly id: string;
  readonly key: string | null;
  readonly parentId: string | null;
  readonly orderNum: number;
}

/** A row that a release adds, and the row under which it comes. */
export interface Added {
  readonly row: MenuRow;
  readonly parentId: string | null;
}

/** Numbers of the added rows by key, and of the standing ones that make room for them. */
export interface Places {
  readonly numbers: ReadonlyMap<string, number>;
  readonly moved: readonly { readonly id: string; readonly order_num: number }[];
}

/**
 * Puts each new row behind the one that the release declares before it, wherever that stands by now. All others keep
 * their order, the one that an administrator gave them included.
 */
export function placeAmong(standing: readonly Standing[], added: readonly Added[]): Places {
  const slots = standing.map((row): Slot => ({ ...row }));
  for (const one of added) slots.push(placed(one, slots));
  return {
    numbers: new Map(
      slots.slice(standing.length).map(({ key, orderNum }) => [key ?? '', orderNum]),
    ),
    moved: standing.flatMap(({ id, orderNum }, index) => {
      const now = slots[index]?.orderNum ?? orderNum;
      return now === orderNum ? [] : [{ id, order_num: now }];
    }),
  };
}

interface Slot {
  readonly key: string | null;
  readonly parentId: string | null;
  orderNum: number;
}

/** The slot of a new row; where its number is taken, those behind it move on. */
function placed({ row, parentId }: Added, slots: readonly Slot[]): Slot {
  const siblings = slots
    .filter((slot) => slot.parentId === parentId)
    .toSorted((one, other) => one.orderNum - other.orderNum);
  const at = placeAfterDeclared(row, siblings);
  const before = siblings[at - 1]?.orderNum ?? 0;
  const behind = siblings.slice(at);
  const next = behind[0]?.orderNum ?? Infinity;
  const isFree = before < row.orderNum && row.orderNum < next;
  const orderNum = isFree ? row.orderNum : before + STEP;
  if (next <= orderNum) for (const slot of behind) slot.orderNum += orderNum + STEP - next;
  return { key: row.key, parentId, orderNum };
}

/** Index behind the nearest sibling that is declared before the row and still stands here. */
function placeAfterDeclared(row: MenuRow, siblings: readonly Slot[]): number {
  const declared = menuRows.filter(({ parentKey }) => parentKey === row.parentKey);
  const earlier = declared.slice(
    0,
    declared.findIndex(({ key }) => key === row.key),
  );
  const nearest = earlier.findLast(({ key }) => siblings.some((slot) => slot.key === key));
  return nearest ? siblings.findIndex(({ key }) => key === nearest.key) + 1 : 0;
}

const STEP = 10;
