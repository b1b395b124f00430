import { t } from '../kernel/language.tsx';
import { numberText } from '../kinds/number-text.ts';
import { productText as text } from '../locales/product.ts';

/** A step as the answer of a route holds it. */
export interface RouteStep {
  readonly id?: string;
  readonly sequence: number;
  readonly stationGroup: string | null;
  readonly standardBeat: string | null;
  readonly isKey: boolean;
  readonly needReport: boolean;
  readonly checkItemIds: readonly string[] | null;
  readonly shown?: { readonly procedureId?: string; readonly checkItemIds?: readonly string[] };
}

/** The steps of a version; the bar beside a beat shows at once where the piece stays longest. */
export function RouteSteps({ steps }: { steps: readonly RouteStep[] }) {
  const longest = Math.max(1, ...steps.map((step) => Number(step.standardBeat ?? 0)));
  return (
    <table className="child-table route-steps">
      <thead>
        <tr>
          <th className="is-right">#</th>
          <th>{t(text.stepHead)}</th>
          <th>{t(text.stationGroup)}</th>
          <th colSpan={2}>{`${t(text.beat)}/${t(text.seconds)}`}</th>
          <th className="is-right">{t(text.items)}</th>
        </tr>
      </thead>
      <tbody>
        {steps.map((step) => (
          <tr key={step.id ?? step.sequence}>
            <td className="is-right num">{step.sequence}</td>
            <td>
              <span className="word-marks">
                {step.shown?.procedureId ?? '—'}
                {step.isKey && <span>{t(text.keyStep)}</span>}
                {!step.needReport && <span>{t(text.notReported)}</span>}
              </span>
            </td>
            <td>{step.stationGroup ?? '—'}</td>
            <td className="is-right num">{numberText(step.standardBeat)}</td>
            <td className="route-bar" aria-hidden="true">
              <span style={{ width: `${(Number(step.standardBeat ?? 0) / longest) * 100}%` }} />
            </td>
            <td className="is-right num" title={namesOf(step)}>
              {step.checkItemIds?.length ? step.checkItemIds.length : '—'}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function namesOf(step: RouteStep): string {
  const names = step.shown?.checkItemIds;
  return Array.isArray(names) ? names.join('\n') : '';
}
