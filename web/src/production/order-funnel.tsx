import { type Text, textOf } from '@millwright/contract/kernel/text';
import type { ChartData } from '../charts/chart-data.ts';
import { ChartFrame } from '../charts/chart-frame.tsx';
import type { EntityRow } from '../entity/entity-row.ts';
import { say, t } from '../kernel/language.tsx';
import { numberText } from '../kinds/number-text.ts';
import { chartUnit } from '../locales/chart.ts';
import { orderText } from '../locales/order.ts';

interface Step {
  readonly label: Text;
  readonly count: number;
  /** Red below the bar. */
  readonly lost: readonly (readonly [Text, number])[];
  /** Grey below the bar. */
  readonly waits: readonly (readonly [Text, number])[];
}

/** The order's own counters as bars of one scale, with loss and what waits below each. */
export function OrderFunnel({ row }: { row: EntityRow }) {
  const steps = stepsOf(row);
  const most = Math.max(1, ...steps.map((step) => step.count));
  return (
    <ChartFrame level={3} className="order-funnel-chart" data={dataOf(row, steps)}>
      <ol className="order-funnel">
        {steps.map((step, index) => (
          <li key={step.label.en}>
            <span className="order-funnel-bar">
              <strong className="num">{numberText(step.count)}</strong>
              <span
                className={index === 0 ? 'is-first' : index === steps.length - 1 ? 'is-last' : ''}
                style={{ height: `${(step.count / most) * 60}px` }}
              />
            </span>
            <span>{t(step.label)}</span>
            {step.lost
              .filter(([, n]) => n > 0)
              .map(([word, n]) => (
                <small key={word.en} className="is-bad num">
                  {say(orderText.loss, { word, n: numberText(n) })}
                </small>
              ))}
            {step.waits
              .filter(([, n]) => n > 0)
              .map(([word, n]) => (
                <small key={word.en} className="num">
                  {say(orderText.loss, { word, n: numberText(n) })}
                </small>
              ))}
          </li>
        ))}
      </ol>
    </ChartFrame>
  );
}

function dataOf(row: EntityRow, steps: readonly Step[]): ChartData {
  const wordsOf = (parts: Step['lost']) =>
    parts
      .filter(([, n]) => n > 0)
      .map(([word, n]) => say(orderText.loss, { word, n: numberText(n) }))
      .join(' · ');
  return {
    title: t(orderText.howFar),
    note: t(orderText.howFarNote),
    subject: textOf(row['orderCode'] ?? ''),
    columns: [
      { label: orderText.step },
      { label: orderText.stepPieces, unit: chartUnit.pieces, digits: 0 },
      { label: orderText.lost },
      { label: orderText.waits },
    ],
    rows: steps.map(({ label, count, lost, waits }) => [
      t(label),
      count,
      wordsOf(lost),
      wordsOf(waits),
    ]),
  };
}

function stepsOf(row: EntityRow): Step[] {
  const of = (name: string) => Number(row[name] ?? 0);
  return [
    { label: orderText.ordered, count: of('quantity'), lost: [], waits: [] },
    { label: orderText.planned, count: of('plannedQty'), lost: [], waits: [] },
    {
      label: orderText.output,
      count: of('outputQty'),
      lost: [[orderText.scrap, of('scrapQty')]],
      waits: [[orderText.inProcess, of('wipQty')]],
    },
    {
      label: orderText.good,
      count: of('goodQty'),
      lost: [[orderText.ng, of('ngQty')]],
      waits: [[orderText.rework, of('reworkQty')]],
    },
    { label: orderText.packed, count: of('packedQty'), lost: [], waits: [] },
    { label: orderText.shipped, count: of('shippedQty'), lost: [], waits: [] },
  ];
}
