import type { OutputHour } from '@millwright/contract/equipment/live-equipment';
import { say } from '../kernel/language.tsx';
import { numberText } from '../kinds/number-text.ts';
import { wallOf } from '../kinds/site-time.ts';
import { equipmentText as text } from '../locales/equipment.ts';
import './output-bars.css';

/** Good and NG pieces of each hour, the standard as a step over them; hours that nobody counted stay empty. */
export function OutputBars({ hours }: { hours: readonly OutputHour[] }) {
  const most = Math.max(1, ...hours.map((one) => Math.max(madeIn(one), one.standard ?? 0)));
  const share = (pieces: number | null) => `${((pieces ?? 0) / most) * 100}%`;
  return (
    <ol className="eq-made-bars">
      {hours.map((one) => (
        <li key={one.hour} title={hourWords(one)}>
          {one.good !== null && (
            <>
              <b
                className="num"
                style={{ bottom: share(Math.max(madeIn(one), one.standard ?? 0)) }}
              >
                {numberText(madeIn(one))}
              </b>
              <span className="is-ng" style={{ height: share(one.ng) }} />
              <span style={{ height: share(one.good) }} />
            </>
          )}
          {one.standard !== null && <u style={{ bottom: share(one.standard) }} />}
          <i className="num">{wallOf(one.hour).slice(11, 13)}</i>
        </li>
      ))}
    </ol>
  );
}

function madeIn({ good, ng }: OutputHour): number {
  return (good ?? 0) + (ng ?? 0);
}

function hourWords({ hour, good, ng, standard }: OutputHour): string {
  const words = { hour: wallOf(hour).slice(11, 16), good: good ?? 0, ng: ng ?? 0 };
  if (good === null) return say(text.notCounted, words);
  return standard === null
    ? say(text.madeHour, words)
    : say(text.madeHourOf, { ...words, s: Math.round(standard * 10) / 10 });
}
