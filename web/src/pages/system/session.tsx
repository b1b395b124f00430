import { session } from '@millwright/contract/system/session';
import EntityPage from '../../entity/entity-page.tsx';
import type { EntityRow } from '../../entity/entity-row.ts';
import type { RowAct } from '../../entity/row-acts.ts';
import type { List } from '../../entity/use-list.ts';
import { ask } from '../../kernel/confirm.ts';
import { say, t } from '../../kernel/language.tsx';
import { hasPermission } from '../../kernel/permission.tsx';
import { entityText } from '../../locales/entity.ts';
import { sessionText as text } from '../../locales/people.ts';
import { KickOthers } from '../../system/kick-others.tsx';
import { sessionCells } from '../../system/session-cells.tsx';
import { useKick } from '../../system/user-sessions.tsx';
import '../../system/system.css';

/** Who is signed in now, and from where. */
export default function SessionPage() {
  const kick = useKick();
  const act = (name: string, rows: readonly EntityRow[]): Promise<void> | false => {
    const [row] = rows;
    if (!row) return false;
    const person = String(row['realName']);
    if (name === 'kickUser')
      return after(say(text.kickUserAsk, { name: person }), () =>
        kick({ userId: String(row['userId']) }),
      );
    const question =
      rows.length === 1
        ? say(text.kickOne, { name: person })
        : say(text.kickSelected, { n: rows.length });
    return name === 'kick' ? after(question, () => kick({ ids: rows.map(({ id }) => id) })) : false;
  };
  return (
    <EntityPage
      entity={session.name}
      columns={COLUMNS}
      ownColumns={WIDTHS}
      filters={FILTERS}
      cells={sessionCells}
      actions={NONE}
      ownActs={rowActs}
      ownBatch={batch}
      onAct={act}
      toolbar={tools}
    />
  );
}

const NONE: readonly string[] = [];
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
  { prop: 'realName', width: 138 },
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
const FILTERS = ['clientKind', 'locked', 'location'];

function tools(list: List) {
  return <KickOthers total={list.total} />;
}

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

async function after(question: string, work: () => Promise<void>): Promise<void> {
  if (
    await ask({
      title: t(entityText.question),
      text: question,
      confirm: t(text.kick),
      cancel: t(entityText.cancel),
      danger: true,
    })
  )
    await work();
}
