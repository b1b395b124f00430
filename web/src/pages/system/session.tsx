import { session } from '@millwright/contract/system/session';
import { widthFor } from '../../base/column-width.ts';
import { BatchBar } from '../../entity/batch-bar.tsx';
import type { DetailSlots } from '../../entity/entity-drawer.tsx';
import type { EntityRow } from '../../entity/entity-row.ts';
import { DeclaredFigures } from '../../entity/figures.tsx';
import { LazyDrawer } from '../../entity/lazy-drawer.tsx';
import { ListBlock, ListFrame } from '../../entity/list-block.tsx';
import { RowDetails } from '../../entity/row-details.tsx';
import type { RowAct } from '../../entity/row-acts.ts';
import { useListView } from '../../entity/use-list-view.ts';
import { ask } from '../../kernel/confirm.ts';
import { say, t } from '../../kernel/language.tsx';
import { hasPermission } from '../../kernel/permission.tsx';
import { entityText } from '../../locales/entity.ts';
import { sessionText as text } from '../../locales/people.ts';
import { KickOthers } from '../../system/kick-others.tsx';
import { sessionCells } from '../../system/session-cells.tsx';
import { useKick } from '../../system/user-sessions.tsx';
import '../../system/system.css';

/** Who is signed in now, and from where. Nothing is made or changed here, so the page is put together of parts. */
export default function SessionPage() {
  const { setOpenId, ...view } = useListView(session, VIEW);
  const { list, openId } = view;
  const act = useEnding();
  const rowsAct = (name: string, row: EntityRow) => act(name, [row]);
  return (
    <ListFrame cards={view.cards}>
      <DeclaredFigures list={list} />
      <ListBlock
        {...view}
        filters={FILTERS}
        toolbar={<KickOthers total={list.total} />}
        batch={<BatchBar list={list} own={batch()} onAct={act} />}
        own={rowActs}
        selectable={batch().length > 0}
        onAct={rowsAct}
      />
      <LazyDrawer
        entity={session}
        rows={list.rows}
        id={openId}
        own={rowActs}
        slots={DETAIL}
        onStep={setOpenId}
        onAct={rowsAct}
        onClose={() => setOpenId(undefined)}
      />
    </ListFrame>
  );
}

/** Ends sessions after a question: some, or all of one person. */
function useEnding() {
  const kick = useKick();
  return async (name: string, rows: readonly EntityRow[]): Promise<boolean> => {
    const [row] = rows;
    if (!row) return false;
    const person = { name: String(row['realName']) };
    const isPerson = name === 'kickUser';
    const question = isPerson ? say(text.kickUserAsk, person) : someQuestion(rows.length, person);
    const agreed = await ask({
      title: t(entityText.question),
      text: question,
      confirm: t(text.kick),
      cancel: t(entityText.cancel),
      danger: true,
    });
    if (agreed)
      await kick(isPerson ? { userId: String(row['userId']) } : { ids: rows.map(({ id }) => id) });
    return agreed;
  };
}

function someQuestion(n: number, person: { name: string }): string {
  return n === 1 ? say(text.kickOne, person) : say(text.kickSelected, { n });
}

const COLUMNS = [
  'username',
  'realName',
  'departName',
  'clientKind',
  'browser',
  'os',
  'ip',
  'location',
  'createTime',
  'lastSeenAt',
  'locked',
];
const WIDTHS = [
  { prop: 'username', width: 80 },
  { prop: 'realName', width: widthFor(138, 160) },
  { prop: 'departName', width: 105 },
  { prop: 'clientKind', width: 70 },
  { prop: 'browser', width: 90 },
  { prop: 'os', width: 82 },
  { prop: 'ip', width: 100 },
  { prop: 'location', width: 60 },
  { prop: 'createTime', width: 145, label: t(text.signedIn) },
  { prop: 'lastSeenAt', width: 80 },
  { prop: 'locked', width: 72 },
];
const VIEW = { columns: COLUMNS, ownColumns: WIDTHS, cells: sessionCells };
/** Ended ones leave the list, and whose session it is stands on top. */
const DETAIL: DetailSlots = {
  details: (row) => <RowDetails entity={session} row={row} omit={ENDED} />,
};
const ENDED = ['userId', 'live', 'endedAt', 'endReason'];
const FILTERS = ['clientKind', 'locked', 'location'];

function rowActs(row: EntityRow): RowAct[] {
  return row['current'] === true
    ? []
    : [
        ...batch(),
        ...maybe({ name: 'kickUser', label: t(text.kickUser), icon: 'team', danger: true }),
      ];
}

function batch(): RowAct[] {
  return maybe({ name: 'kick', label: t(text.kick), icon: 'logout', danger: true });
}

function maybe(act: RowAct): RowAct[] {
  return hasPermission(['system:session:kick']) ? [act] : [];
}
