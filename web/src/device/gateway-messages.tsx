import { communicationLog } from '@millwright/contract/log/communication';
import { fieldOf } from '@millwright/contract/kernel/entity';
import { textOf } from '@millwright/contract/kernel/text';
import { tagFor } from '@millwright/contract/registry';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { EntityRow } from '../entity/entity-row.ts';
import { keyOf } from '../entity/query-key.ts';
import { fetchList } from '../entity/use-list.ts';
import { t } from '../kernel/language.tsx';
import { hasPermission } from '../kernel/permission.tsx';
import { viewOf } from '../kinds/kind-views.ts';
import { wallOf } from '../kinds/site-time.ts';
import { gatewayText as text } from '../locales/gateway.ts';
import { ClockOff } from '../log/clock-off.tsx';
import { prettyJson } from '../log/pretty-json.ts';

/** What a gateway sent last, whatever became of it, each to be opened; for those who may read the communication log. */
export function GatewayMessages({ clientId }: { clientId: string }) {
  if (clientId === '' || !hasPermission([tagFor(communicationLog, 'list')])) return null;
  return <Messages clientId={clientId} />;
}

function Messages({ clientId }: { clientId: string }) {
  const { data } = useQuery({
    queryKey: keyOf(communicationLog, 'gateway', clientId),
    queryFn: ({ signal }) =>
      fetchList(communicationLog, { page: 1, limit: LATEST, params: { clientId } }, { signal }),
    // As the figures above them.
    refetchInterval: 5000,
  });
  if (!data) return null;
  return (
    <>
      <h3 className="detail-title">{t(text.latest)}</h3>
      {data.list.length === 0 && <p className="pane-empty">{t(text.noMessages)}</p>}
      <ul className="gateway-messages">
        {data.list.map((row) => (
          <Message key={row.id} row={row} />
        ))}
      </ul>
      <Link to={`/log/communication?clientId=${encodeURIComponent(clientId)}`}>
        {t(text.allMessages)}
      </Link>
    </>
  );
}

function Message({ row }: { row: EntityRow }) {
  const message = textOf(row['message'] ?? '');
  const isRefused = row['result'] === 'rejected';
  return (
    <li>
      <details>
        <summary>
          <span className="num">{wallOf(textOf(row['at']))}</span>{' '}
          {textOf(row['deviceNumber'] ?? '')}{' '}
          <span className={isRefused ? 'is-bad' : undefined}>
            <ResultCell field={RESULT} value={row['result']} />
          </span>{' '}
          {typeof row['clockOff'] === 'number' && <ClockOff seconds={row['clockOff']} />}
          <code>{message}</code>
        </summary>
        <pre>{prettyJson(message)}</pre>
      </details>
    </li>
  );
}

const LATEST = 20;
const RESULT = fieldOf(communicationLog, 'result');
const ResultCell = viewOf(RESULT).Cell;
