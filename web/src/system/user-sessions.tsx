import { session } from '@millwright/contract/system/session';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Skeleton } from 'antd';
import type { EntityRow } from '../entity/entity-row.ts';
import { Fact } from '../entity/row-details.tsx';
import { Pane } from '../entity/pane.tsx';
import { keyOf } from '../entity/query-key.ts';
import { fetchList } from '../entity/use-list.ts';
import { api } from '../kernel/api.ts';
import { ask } from '../kernel/confirm.ts';
import { ActionButton } from '../kernel/debounce.tsx';
import { say, t } from '../kernel/language.tsx';
import { passRefusal } from '../kernel/refusal.ts';
import { Allowed } from '../kernel/permission.tsx';
import { viewOf } from '../kinds/kind-views.ts';
import { entityText } from '../locales/entity.ts';
import { sessionText, userText as text } from '../locales/people.ts';

/** Where a person is signed in now; each session, or all of them, can be ended. */
export function UserSessions({ row, onClose }: { row: EntityRow; onClose: () => void }) {
  const name = String(row['realName']);
  const kick = useKick();
  const { data } = useQuery({
    queryKey: keyOf(session, 'of', row.id),
    queryFn: ({ signal }) =>
      fetchList(session, { page: 1, limit: 50, params: { userId: row.id } }, { signal }),
  });
  const end = async (question: string, body: KickBody) => {
    if (
      await ask({
        title: t(entityText.question),
        text: question,
        confirm: t(sessionText.kick),
        cancel: t(entityText.cancel),
        danger: true,
      })
    )
      await kick(body);
  };
  const tools = data && data.list.length > 1 && (
    <Allowed tags={['system:session:kick']}>
      <ActionButton
        danger
        onClick={() => end(say(sessionText.kickUserAsk, { name }), { userId: row.id })}
      >
        {t(sessionText.kickAll)}
      </ActionButton>
    </Allowed>
  );
  return (
    <Pane title={say(text.sessionsTitle, { name })} tools={tools} takesFocus onClose={onClose}>
      {!data && <Skeleton active />}
      {data?.list.length === 0 && <p className="pane-empty">{t(text.noSessions)}</p>}
      {data?.list.map((one) => (
        <section key={one.id} className="session-card">
          <dl className="session-facts">
            {SHOWN.map((field) => (
              <SessionFact key={field} field={field} row={one} />
            ))}
          </dl>
          <Allowed tags={['system:session:kick']}>
            <ActionButton
              danger
              onClick={() => end(say(sessionText.kickOne, { name }), { ids: [one.id] })}
            >
              {t(sessionText.kick)}
            </ActionButton>
          </Allowed>
        </section>
      ))}
    </Pane>
  );
}

/** Whose sessions end: some, all of one person, or all but one's own. */
export type KickBody =
  | { readonly ids: readonly string[] }
  | { readonly userId: string }
  | { readonly others: true };

/** Ends sessions and asks the lists anew. */
export function useKick(): (body: KickBody) => Promise<void> {
  const client = useQueryClient();
  return async (body) => {
    // After a refusal the list below tells what is left.
    await api.post('/api/system/sessions/actions/kick', body).catch(passRefusal);
    await client.invalidateQueries({ queryKey: keyOf(session) });
  };
}

const SHOWN = [
  'clientKind',
  'browser',
  'os',
  'ip',
  'location',
  'lastSeenAt',
  'expiresAt',
  'locked',
] as const;

function SessionFact({ field, row }: { field: (typeof SHOWN)[number]; row: EntityRow }) {
  const declared = session.fields[field];
  const { Cell } = viewOf(declared);
  return (
    <Fact label={t(declared.label)}>
      <Cell field={declared} value={row[field]} />
    </Fact>
  );
}
