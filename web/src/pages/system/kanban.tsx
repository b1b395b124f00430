import { kanban } from '@millwright/contract/system/kanban';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { widthFor } from '../../base/column-width.ts';
import EntityPage from '../../entity/entity-page.tsx';
import type { EntityRow } from '../../entity/entity-row.ts';
import { keyOf } from '../../entity/query-key.ts';
import type { RowAct } from '../../entity/row-acts.ts';
import { useAct } from '../../entity/use-act.ts';
import { api } from '../../kernel/api.ts';
import { ask } from '../../kernel/confirm.ts';
import { say, t } from '../../kernel/language.tsx';
import { hasPermission, isCompanyWide } from '../../kernel/permission.tsx';
import { showToast } from '../../kernel/toast.ts';
import { entityText } from '../../locales/entity.ts';
import { kanbanText as text } from '../../locales/board.ts';
import { BoardToken, type NewToken } from '../../system/board-token.tsx';
import { CommandDialog } from '../../system/command-dialog.tsx';
import { kanbanCells } from '../../system/kanban-cells.tsx';
import '../../system/system.css';

/** Which screens are dark or show old things, and what they are told to do. */
export default function KanbanPage() {
  const acts = useAct(kanban);
  const client = useQueryClient();
  const [made, setMade] = useState<NewToken>();
  const [told, setTold] = useState<readonly EntityRow[]>();
  const renew = async (row: EntityRow) => {
    const name = String(row['boardName']);
    const { label, confirm } = kanban.actions.renewToken;
    const question = {
      title: t(label),
      text: say(confirm, { name }),
      confirm: t(label),
      cancel: t(entityText.cancel),
      danger: true,
    };
    if (row['tokenTime'] && !(await ask(question))) return;
    const renewed = await acts.act(row, 'renewToken');
    setMade({ name, code: String(row['boardCode']), token: String(renewed['screenToken']) });
  };
  const send = async (rows: readonly EntityRow[], command: string, args: object) => {
    const ids = rows.map(({ id }) => id);
    const { sent } = await api.post<{ sent: number }>(
      `${kanban.path}/actions/refresh`,
      { ids, command, args },
      { form: command === 'refresh' ? [] : ['command', ...Object.keys(args)] },
    );
    showToast('success', say(text.sentSome, { n: sent }));
    const look = () => client.invalidateQueries({ queryKey: keyOf(kanban) });
    // By then screens that are there have answered.
    setTimeout(() => void look(), ANSWERED_MS);
    await look();
  };
  const act = (name: string, rows: readonly EntityRow[]): Promise<void> | false => {
    const [row] = rows;
    if (name === 'renewToken' && row) return renew(row);
    if (name === 'refresh') return send(rows, 'refresh', {});
    if (name === 'command') return Promise.resolve(setTold(rows));
    return false;
  };
  return (
    <>
      <EntityPage
        entity={kanban.name}
        columns={isCompanyWide() ? ofAllSites : ofOneSite}
        ownColumns={WIDTHS}
        filters={['online', 'lineId', 'outdated']}
        cells={kanbanCells}
        ownActs={ownActs}
        ownBatch={ownActs}
        onAct={act}
      />
      {made && <BoardToken made={made} onClose={() => setMade(undefined)} />}
      {told && <CommandDialog rows={told} onSend={send} onClose={() => setTold(undefined)} />}
    </>
  );
}

const ANSWERED_MS = 1_500;
const ofOneSite = [
  'boardCode',
  'boardName',
  'lineId',
  'online',
  'lastHeartbeatAt',
  'currentPage',
  'lastCommand',
  'lastCommandState',
  'outdated',
  'status',
];

/** Whose board it is takes the room of what it shows now and of what the counter on top tells. */
const ofAllSites = [
  ...ofOneSite.filter((prop) => prop !== 'currentPage' && prop !== 'outdated'),
  'departName',
];
const WIDTHS = [
  { prop: 'boardCode', label: t(text.codeHead), width: 90 },
  { prop: 'boardName', label: t(text.nameHead), width: 120 },
  { prop: 'lineId', width: 130 },
  { prop: 'online', width: widthFor(100, 110) },
  { prop: 'lastHeartbeatAt', width: 148 },
  { prop: 'currentPage', label: t(text.pageHead), width: 84 },
  { prop: 'lastCommand', label: t(text.commandHead), width: 80 },
  { prop: 'lastCommandState', label: t(text.outcomeHead), width: 130 },
  { prop: 'outdated', width: widthFor(84, 96) },
  { prop: 'status', width: widthFor(60, 74) },
  { prop: 'departName', width: 112 },
];

function ownActs(): RowAct[] {
  const acts: RowAct[] = [];
  if (hasPermission(['system:kanban:refresh']))
    acts.push({ name: 'refresh', label: t(text.refresh), icon: 'reload', danger: false });
  if (hasPermission(['system:kanban:command']))
    acts.push({ name: 'command', label: t(text.command), icon: 'send', danger: false });
  return acts;
}
