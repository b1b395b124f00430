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
  const query = {
    page: 1,
    limit: 50,
    sort: 'effectiveTime',
    order: 'DESC',
    params: { checkItemId: row.id },
  } as const;
  const { data } = useQuery({
    queryKey: keyOf(checkLimit, 'of', row.id, row.revision),
    queryFn: ({ signal }) => fetchList(checkLimit, query, signal),
  });
  const actions = useActions(checkLimit, { onEdit });
  const now = thisInstant();
  const current = data?.list.find((version) => String(version['effectiveTime']) <= now);
  const stateOf = (version: EntityRow) =>
    version === current ? 'effective' : String(version['effectiveTime']) > now ? 'coming' : 'past';
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
      {data?.list.length === 0 && <p className="pane-empty">{t(text.noVersions)}</p>}
      {data && data.list.length > 0 && (
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
            {data.list.map((version) => (
              <tr key={version.id}>
                <td>
                  <span className="num">
                    {wallOf(String(version['effectiveTime'])).slice(0, 16)}
                  </span>
                  <VersionState state={stateOf(version)} />
                </td>
                <td className="num">
                  {limitWords({ ...version, decimals: row['decimals'], unit: row['unit'] })}
                </td>
                <td className="is-right num">
                  {signed(trimDecimal(wordOf(version['offset'], '0')))}
                </td>
                <td>{wordOf(version['reason'], '—')}</td>
                <td>
                  {stateOf(version) === 'coming' && (
                    <RowActIcons
                      acts={rowActs(checkLimit, version)}
                      onAct={(name) => actions.run(name, [version])}
                    />
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {actions.dialog}
    </section>
  );
}

function VersionState({ state }: { state: 'effective' | 'coming' | 'past' }) {
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
