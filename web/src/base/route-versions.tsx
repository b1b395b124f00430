import { product } from '@millwright/contract/base/product';
import { route } from '@millwright/contract/base/route';
import { fieldOf } from '@millwright/contract/kernel/entity';
import { fillPath } from '@millwright/contract/kernel/calls';
import { tagFor } from '@millwright/contract/registry';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Skeleton } from 'antd';
import { useActions } from '../entity/actions.tsx';
import type { EntityRow } from '../entity/entity-row.ts';
import { keyOf } from '../entity/query-key.ts';
import { RowActButtons } from '../entity/row-act-buttons.tsx';
import { rowActs } from '../entity/row-acts.ts';
import { api } from '../kernel/api.ts';
import { ActionButton } from '../kernel/debounce.tsx';
import { say, t } from '../kernel/language.tsx';
import { hasPermission } from '../kernel/permission.tsx';
import { viewOf } from '../kinds/kind-views.ts';
import { numberText } from '../kinds/number-text.ts';
import { wallOf } from '../kinds/site-time.ts';
import { markText } from '../locales/marks.ts';
import { productText as text } from '../locales/product.ts';
import { RouteSteps } from './route-steps.tsx';
import type { RouteStep } from './route-steps.tsx';

interface RouteVersionsProps {
  readonly row: EntityRow;
  /** Opens the form of a draft. */
  readonly onEdit: (version: EntityRow) => void;
}

/** The versions of a product's route, newest first: a draft is edited and made effective, an effective one is replaced. */
export function RouteVersions({ row, onEdit }: RouteVersionsProps) {
  const client = useQueryClient();
  const path = fillPath(`${product.path}/:id/routes`, { id: row.id });
  const { data, isPending } = useQuery({
    queryKey: keyOf(route, 'of', row.id),
    queryFn: ({ signal }) => api.get<{ list: EntityRow[] }>(path, undefined, { signal }),
  });
  const actions = useActions(route, { onEdit });
  const versions = data?.list ?? [];
  const draft = versions.find((version) => version['state'] === 'draft');
  const add = async () => {
    if (versions.length === 0)
      return onEdit({ productId: row.id, siteId: row.siteId } as unknown as EntityRow);
    const made = await api.post<EntityRow>(path, {});
    await client.invalidateQueries({ queryKey: keyOf(route) });
    onEdit(made);
  };
  if (isPending) return <Skeleton active />;
  return (
    <div className="routes">
      {hasPermission([tagFor(product, 'edit')]) && (
        <p className="routes-head">
          <ActionButton disabled={draft !== undefined} onClick={add}>
            {t(versions.length === 0 ? text.firstVersion : text.newVersion)}
          </ActionButton>
          {versions.length > 0 && (
            <span className="calm">{t(draft ? text.draftOpen : text.newVersionHint)}</span>
          )}
        </p>
      )}
      {versions.length === 0 && <p className="pane-empty">{t(text.noRoute)}</p>}
      {versions.map((version) => (
        <section key={version.id} className="route">
          <VersionHead
            version={version}
            acts={
              <RowActButtons
                acts={rowActs(route, version)}
                onAct={(name) => actions.run(name, [version])}
              />
            }
          />
          <RouteSteps steps={(version['steps'] as RouteStep[] | undefined) ?? []} />
        </section>
      ))}
      {actions.dialog}
    </div>
  );
}

function VersionHead({ version, acts }: { version: EntityRow; acts: React.ReactNode }) {
  const state = fieldOf(route, 'state');
  const { Cell } = viewOf(state);
  const since = version['effectiveTime'];
  const steps = (version['steps'] as RouteStep[] | undefined) ?? [];
  const total = steps.reduce((sum, step) => sum + Number(step.standardBeat ?? 0), 0);
  const longest = steps.reduce<RouteStep | undefined>(
    (most, step) =>
      Number(step.standardBeat ?? 0) > Number(most?.standardBeat ?? 0) ? step : most,
    undefined,
  );
  return (
    <header>
      <h3 className="detail-title">
        {say(text.version, { n: Number(version['version']) })}
        <small>
          <Cell field={state} value={version['state']} />
        </small>
        <small className="num">
          {typeof since === 'string'
            ? say(text.since, { time: wallOf(since).slice(0, 16) })
            : say(text.created, { time: wallOf(version.createTime).slice(0, 16) })}
        </small>
        <span className="title-tool">{acts}</span>
      </h3>
      <p className="calm num">
        {say(text.totalBeat, { n: steps.length, s: numberText(String(total)) })}
        {longest && (
          <>
            {t(markText.clause)}
            {say(text.bottleneck, {
              name: longest.shown?.procedureId ?? '',
              s: numberText(longest.standardBeat),
            })}
          </>
        )}
      </p>
    </header>
  );
}
