import { checkLimit } from '@millwright/contract/base/check-limit';
import { trimDecimal } from '@millwright/contract/kinds/decimal';
import { tagFor } from '@millwright/contract/registry';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useActions } from '../entity/actions.tsx';
import type { EntityRow } from '../entity/entity-row.ts';
import { keyOf } from '../entity/query-key.ts';
import { RowActIcons } from '../entity/row-act-buttons.tsx';
import { rowActs } from '../entity/row-acts.ts';
import { fetchList } from '../entity/use-list.ts';
import { t } from '../kernel/language.tsx';
import { hasPermission } from '../kernel/permission.tsx';
import { Mark } from '../kinds/mark.tsx';
import { wallOf } from '../kinds/site-time.ts';
import { entityText } from '../locales/entity.ts';
import { checkItemText as text } from '../locales/check-item.ts';
import { limitWords, signed } from './limit-words.ts';
import { thisInstant } from './site-today.ts';
import { wordOf } from './word-of.ts';

/** The limits of an item as they were, are and will be; what is in effect already is never changed. */
export function LimitVersions({
  row,
  onEdit,
}: {
  row: EntityRow;
  onEdit: (version: EntityRow | undefined) => void;
}) {
  const versions = useVersions(row);
  const actions = useActions(checkLimit, { onEdit });
  return (
    <section>
      <h3 className="detail-title">
        {t(text.versions)} <small>{t(text.versionsNote)}</small>
        {hasPermission([tagFor(checkLimit, 'edit')]) && row['valueType'] === 'number' && (
          <Button className="title-tool" onClick={() => onEdit(undefined)}>
            {t(text.newVersion)}
          </Button>
        )}
      </h3>
      {versions?.length === 0 && <p className="pane-empty">{t(text.noVersions)}</p>}
      {versions && versions.length > 0 && (
        <table className="child-table limit-versions">
          <thead>
            <tr>
              <th>{t(text.from)}</th>
              <th>{t(text.limits)}</th>
              <th className="is-right">{t(text.offsetHead)}</th>
              <th>{t(text.reason)}</th>
              <th>
                <span className="sr-only">{t(entityText.actions)}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {versions.map(({ version, state }) => (
              <VersionRow
                key={version.id}
                item={row}
                version={version}
                state={state}
                onAct={(name) => actions.run(name, [version])}
              />
            ))}
          </tbody>
        </table>
      )}
      {actions.dialog}
    </section>
  );
}

type State = 'effective' | 'coming' | 'past';

/** The versions of an item, newest first, and how each stands now; undefined until they have come. */
function useVersions(row: EntityRow): { version: EntityRow; state: State }[] | undefined {
  const query = {
    page: 1,
    limit: 50,
    sort: 'effectiveTime',
    order: 'DESC',
    params: { checkItemId: row.id },
  } as const;
  const { data } = useQuery({
    queryKey: keyOf(checkLimit, 'of', row.id, row.revision),
    queryFn: ({ signal }) => fetchList(checkLimit, query, { signal }),
  });
  const now = thisInstant();
  const isComing = (version: EntityRow) => String(version['effectiveTime']) > now;
  const current = data?.list.find((version) => !isComing(version));
  return data?.list.map((version) => ({
    version,
    state: version === current ? 'effective' : isComing(version) ? 'coming' : 'past',
  }));
}

function VersionRow({
  item,
  version,
  state,
  onAct,
}: {
  item: EntityRow;
  version: EntityRow;
  state: State;
  onAct: (name: string) => Promise<unknown>;
}) {
  return (
    <tr>
      <td>
        <span className="num">{wallOf(String(version['effectiveTime'])).slice(0, 16)}</span>
        <VersionState state={state} />
      </td>
      <td className="num">
        {limitWords({ ...version, decimals: item['decimals'], unit: item['unit'] })}
      </td>
      <td className="is-right num">{signed(trimDecimal(wordOf(version['offset'], '0')))}</td>
      <td>{wordOf(version['reason'], '—')}</td>
      <td>
        {state === 'coming' && <RowActIcons acts={rowActs(checkLimit, version)} onAct={onAct} />}
      </td>
    </tr>
  );
}

function VersionState({ state }: { state: State }) {
  const mark =
    state === 'effective'
      ? ({ shape: 'dot', color: '--ok-fill' } as const)
      : ({ shape: state === 'coming' ? 'dotted' : 'ring', color: '--ink-3' } as const);
  return (
    <span className="state-word calm">
      <Mark {...mark} />
      {t(text[state])}
    </span>
  );
}
