import { say } from '../kernel/language.tsx';
import { equipmentText as text } from '../locales/equipment.ts';
import { percentOf } from './live-row.ts';
import './rate-bars.css';

interface RateBar {
  readonly key: string;
  readonly label: string;
  readonly name: string;
  readonly actionRate: number | null;
  readonly coverage: number | null;
}

/** Shares of 1 as bars from 0 to 100 % with the standard as a line; thin ones (coverage below 90 %) are pale. */
export function RateBars({ bars, standard }: { bars: readonly RateBar[]; standard: number }) {
  const every = bars.length > 16 ? 3 : 1;
  return (
    <div className="eq-bars">
      <ol>
        {bars.map(({ key, label, name, actionRate, coverage }, index) => (
          <li
            key={key}
            title={`${name} · ${say(text.rateOf, { n: percentOf(actionRate), s: standard })}`}
          >
            <span
              className={coverage !== null && coverage < 0.9 ? 'is-pale' : undefined}
              style={{ height: `${(actionRate ?? 0) * 100}%` }}
            />
            <i className="num">{index % every === 0 ? label : ''}</i>
          </li>
        ))}
      </ol>
      <u style={{ bottom: `${standard}%` }}>
        <b className="num">{standard}</b>
      </u>
    </div>
  );
}
