import type { OutputHistory } from '@millwright/contract/equipment/live-equipment';
import { textOf } from '@millwright/contract/kernel/text';
import { ChartFrame } from '../charts/chart-frame.tsx';
import type { EntityRow } from '../entity/entity-row.ts';
import { t } from '../kernel/language.tsx';
import { numberText } from '../kinds/number-text.ts';
import { equipmentText as text } from '../locales/equipment.ts';
import { oeeText } from '../locales/oee.ts';
import { Awaited } from './awaited.tsx';
import { percentOf } from './live-row.ts';
import { outputData } from './machine-data.ts';
import { NotRead } from './not-read.tsx';
import { OutputBars } from './output-bars.tsx';
import { useView } from './use-view.ts';

/** What a machine made: by hour against the standard, by shift and by product; single cycles are not kept yet. */
export default function OutputTab({ row }: { row: EntityRow }) {
  const { data, error, refetch } = useView(row, 'outputs');
  if (!data) return <NotRead error={error} onRetry={() => void refetch()} />;
  if (data.shifts.length === 0) return <Awaited missing={text.noCount} will={text.noCountWill} />;
  return (
    <div className="eq-tab">
      <ChartFrame level={3} data={outputData(data, textOf(row['number'] ?? ''))}>
        <OutputBars hours={data.hours} />
      </ChartFrame>
      <Shifts shifts={data.shifts} />
      <Products products={data.products} />
      <Awaited missing={text.noCycles} will={text.noCyclesWill} />
    </div>
  );
}

function Shifts({ shifts }: { shifts: OutputHistory['shifts'] }) {
  return (
    <section>
      <h3>
        {t(text.madeByShift)} <small>{t(text.madeByShiftNote)}</small>
      </h3>
      <table className="eq-table">
        <thead>
          <tr>
            <th>{t(text.shiftDate)}</th>
            <th>{t(text.shift)}</th>
            <th className="is-right">{t(text.good)}</th>
            <th className="is-right">{t(text.ng)}</th>
            <th className="is-right">{t(oeeText.quality)}</th>
            <th className="is-right">{t(oeeText.performance)}</th>
          </tr>
        </thead>
        <tbody>
          {shifts.map(({ shiftDate, name, good, ng, performance }) => (
            <tr key={`${shiftDate} ${name}`}>
              <td className="num">{shiftDate}</td>
              <td>{name ?? t(text.outOfShift)}</td>
              <td className="num is-right">{numberText(good)}</td>
              <td className="num is-right">{numberText(ng)}</td>
              <td className="num is-right">{percentOf(good / (good + ng))} %</td>
              <td className="num is-right">
                {performance === null ? '—' : `${percentOf(performance)} %`}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Products({ products }: { products: OutputHistory['products'] }) {
  if (products.length === 0) return null;
  return (
    <section>
      <h3>
        {t(text.madeByProduct)} <small>{t(text.madeByProductNote)}</small>
      </h3>
      <table className="eq-table">
        <thead>
          <tr>
            <th>{t(text.product)}</th>
            <th className="is-right">{t(text.good)}</th>
            <th className="is-right">{t(text.ng)}</th>
          </tr>
        </thead>
        <tbody>
          {products.map(({ productName, good, ng }) => (
            <tr key={productName}>
              <td>{productName ?? t(text.noProduct)}</td>
              <td className="num is-right">{numberText(good)}</td>
              <td className="num is-right">{numberText(ng)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
