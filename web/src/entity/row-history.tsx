import { callsOf, fillPath } from '@millwright/contract/kernel/calls';
import type { AnyEntity } from '@millwright/contract/kernel/entity';
import type { Text } from '@millwright/contract/kernel/text';
import { useQuery } from '@tanstack/react-query';
import { Skeleton } from 'antd';
import { api } from '../kernel/api.ts';
import { t } from '../kernel/language.tsx';
import { viewOf } from '../kinds/kind-views.ts';
import { wallOf } from '../kinds/site-time.ts';
import { entityText } from '../locales/entity.ts';
import { markText } from '../locales/marks.ts';
import { keyOf } from './query-key.ts';
import { textOf } from '@millwright/contract/kernel/text';
import './row-history.css';

interface HistoryEntry {
  readonly id: string;
  readonly at: string;
  readonly operator: string | null;
  readonly operation: string;
  readonly reason: string | null;
  readonly changes:
    | readonly {
        readonly field: string;
        readonly label: Text;
        readonly before: unknown;
        readonly after: unknown;
      }[]
    | null;
}

/** Who did what to a row and when, newest first, with the fields that changed: from → to. */
export function RowHistory({ entity, id }: { entity: AnyEntity; id: string }) {
  const { data } = useQuery({
    queryKey: keyOf(entity, 'history', id),
    queryFn: ({ signal }) =>
      api.get<{ list: HistoryEntry[] }>(fillPath(callsOf(entity).history.path, { id }), undefined, {
        signal,
      }),
  });
  if (!data) return <Skeleton active title={false} />;
  if (data.list.length === 0) return <p className="pane-empty">{t(entityText.noHistory)}</p>;
  return (
    <ol className="history">
      {data.list.map((entry) => (
        <li key={entry.id}>
          <div className="history-head">
            <strong>{operationOf(entity, entry.operation)}</strong>
            <span>{entry.operator || t(entityText.system)}</span>
            <time className="num">{wallOf(entry.at)}</time>
          </div>
          {entry.reason && (
            <p>
              {t(entityText.reason)}
              {t(markText.colon)}
              {entry.reason}
            </p>
          )}
          <Changes entity={entity} entry={entry} />
        </li>
      ))}
    </ol>
  );
}

function Changes({ entity, entry }: { entity: AnyEntity; entry: HistoryEntry }) {
  const changes = (entry.changes ?? []).filter(() => entry.operation !== 'create');
  if (changes.length === 0) return null;
  return (
    <dl className="history-changes">
      {changes.map(({ field, label, before, after }) => (
        <div key={field}>
          <dt>{t(label)}</dt>
          <dd>
            <Side entity={entity} name={field} value={before} /> <span aria-hidden="true">→</span>{' '}
            <Side entity={entity} name={field} value={after} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** The log keeps names in the place of ids, so that the value of a reference is its name. */
function Side({ entity, name, value }: { entity: AnyEntity; name: string; value: unknown }) {
  const field = entity.fields[name];
  if (!field || value === null || value === undefined)
    return value === null || value === undefined ? '—' : textOf(value);
  const { Cell } = viewOf(field);
  return <Cell field={field} value={value} shown={value as string | string[]} />;
}

function operationOf(entity: AnyEntity, operation: string): string {
  const action = entity.actions[operation];
  if (action) return t(action.label);
  const word = {
    create: entityText.created,
    update: entityText.changed,
    remove: entityText.removed,
  }[operation];
  return word ? t(word) : operation;
}
