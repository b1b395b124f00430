import { fieldOf } from '@millwright/contract/kernel/entity';
import { order } from '@millwright/contract/production/order';
import { product } from '@millwright/contract/base/product';
import type { AnyField } from '@millwright/contract/kernel/field';
import { judgementWords, limitWords } from '../base/limit-words.ts';
import { ProductPicture } from '../base/product-picture.tsx';
import { nameOfShown } from '../base/shown-name.ts';
import { LaterQrPicture } from '../controls/qr-later.ts';
import type { EntityRow } from '../entity/entity-row.ts';
import { say, t, titled } from '../kernel/language.tsx';
import { session } from '../kernel/session-store.ts';
import { viewOf } from '../kinds/kind-views.ts';
import { numberText } from '../kinds/number-text.ts';
import { wallOf } from '../kinds/site-time.ts';
import { markText } from '../locales/marks.ts';
import { travellerText as text } from '../locales/traveller.ts';

/** What the server gives to be printed with the pieces of an order. */
export interface Traveller {
  /** `MO:` and the order code. */
  readonly qr: string;
  readonly order: EntityRow;
  readonly product: EntityRow;
  readonly route: { readonly routeCode: string; readonly version: number } | null;
  readonly steps: readonly TravellerStep[];
}

interface TravellerStep {
  readonly sequence: number;
  readonly procedureCode: string;
  readonly procedureName: string;
  readonly procedureNameEn: string | null;
  readonly stationGroup: string | null;
  readonly standardBeat: string | null;
  readonly isKey: boolean;
  readonly checkItems: readonly TravellerItem[];
}

interface TravellerItem {
  readonly itemCode: string;
  readonly itemName: string;
  readonly itemNameEn: string | null;
  readonly isKey: boolean;
  readonly valueType: string;
}

/** The sheet that goes with the pieces: what is made, of what, through which steps, and room to sign each of them; `at` is when it is printed. */
export function TravellerSheet({ data, at }: { data: Traveller; at: string }) {
  const { order: made, product: what, route, steps } = data;
  return (
    <article className="traveller">
      <header>
        <div>
          <p>{t(text.title)}</p>
          <h2 className="num">{String(made['orderCode'])}</h2>
          <h3>{String(made['orderName'])}</h3>
        </div>
        <ProductPicture row={what} size="whole" />
        <LaterQrPicture value={data.qr} label={data.qr} />
      </header>
      <Facts made={made} what={what} />
      <h4>
        {t(text.route)} <small>{route ? route.routeCode : t(text.noRoute)}</small>
      </h4>
      <Steps steps={steps} />
      <p className="traveller-remark">
        {t(text.remark)}: {made.remark ?? ''}
      </p>
      <footer className="num">
        {say(text.printed, {
          time: wallOf(at).slice(0, 16),
          name: session.get().user?.realName ?? '',
        })}
      </footer>
    </article>
  );
}

function Facts({ made, what }: { made: EntityRow; what: EntityRow }) {
  const pieces = t(text.pieces);
  const facts: readonly (readonly [string, React.ReactNode])[] = [
    [
      t(text.product),
      titled(String(what['productName']), what['productNameEn'] as string | undefined),
    ],
    [t(fieldOf(product, 'materialCode').label), String(what['materialCode'])],
    [t(text.drawing), [what['drawingNo'], what['drawingVersion']].filter(Boolean).join(' / ')],
    [t(text.material), [what['alloyGrade'], what['temper']].filter(Boolean).join('-')],
    [t(text.quantity), <b key="n">{`${numberText(made['quantity'])} ${pieces}`}</b>],
    [t(fieldOf(order, 'overPercent').label), numberText(made['overPercent'])],
    [t(fieldOf(order, 'customer').label), worded(order.fields.customer, made['customer'])],
    [t(fieldOf(order, 'priority').label), worded(order.fields.priority, made['priority'])],
    [t(fieldOf(order, 'planStartTime').label), minutes(made['planStartTime'])],
    [t(fieldOf(order, 'planEndTime').label), minutes(made['planEndTime'])],
    [t(fieldOf(order, 'dueDate').label), <b key="d">{String(made['dueDate'])}</b>],
    [t(fieldOf(order, 'lineIds').label), linesOf(made)],
  ];
  return (
    <dl>
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value === '' ? '—' : value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Every step with its checks, and empty fields for the pen. */
function Steps({ steps }: { steps: readonly TravellerStep[] }) {
  return (
    <table>
      <thead>
        <tr>
          <th>{t(text.step)}</th>
          <th>{t(text.procedure)}</th>
          <th>{t(text.checks)}</th>
          <th className="is-pen">{t(text.good)}</th>
          <th className="is-pen">{t(text.ng)}</th>
          <th className="is-sign">{t(text.signed)}</th>
        </tr>
      </thead>
      <tbody>
        {steps.map((step) => (
          <tr key={step.sequence}>
            <td className="num">{step.sequence}</td>
            <td>
              <b>
                {step.procedureCode} {titled(step.procedureName, step.procedureNameEn ?? undefined)}
              </b>
              {step.isKey && <em>{t(text.key)}</em>}
              <span>
                {[step.stationGroup, step.standardBeat && `${numberText(step.standardBeat)} s`]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
            </td>
            <td>
              {step.checkItems.map((item) => (
                <span key={item.itemCode}>
                  {item.isKey ? '● ' : ''}
                  {titled(item.itemName, item.itemNameEn ?? undefined)}{' '}
                  <span className="num">{wantedOf(item)}</span>
                </span>
              ))}
            </td>
            <td />
            <td />
            <td />
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function wantedOf(item: TravellerItem): string {
  return item.valueType === 'number' ? limitWords({ ...item }) : judgementWords({ ...item });
}

function worded(field: AnyField, value: unknown): React.ReactNode {
  const { Cell } = viewOf(field);
  return <Cell field={field} value={value} />;
}

function minutes(iso: unknown): string {
  return typeof iso === 'string' ? wallOf(iso).slice(0, 16) : '';
}

function linesOf(made: EntityRow): string {
  const names = (made.shown['lineIds'] as string[] | undefined) ?? [];
  return names.map((name) => nameOfShown(name).number).join(t(markText.comma));
}
