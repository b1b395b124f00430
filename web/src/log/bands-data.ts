import {
  type StateBand,
  type StateFlag,
  stateFlags,
  type StatePiece,
} from '@millwright/contract/log/equipment-state';
import type { ChartData, ChartRow } from '../charts/chart-data.ts';
import { t } from '../kernel/language.tsx';
import { chartUnit } from '../locales/chart.ts';
import { logText as text } from '../locales/logs.ts';

export const FLAGS = Object.keys(stateFlags) as StateFlag[];

/** When each flag of each machine was set within a day. */
export function bandsData(bands: readonly StateBand[], day: string): ChartData {
  return {
    title: t(text.bands),
    period: day,
    columns: [
      { label: text.device },
      { label: text.deviceName },
      { label: text.state },
      { label: text.from, isInstant: true },
      { label: text.to, isInstant: true },
      { label: text.length, unit: chartUnit.minutes, digits: 1 },
    ],
    rows: bands.flatMap(({ deviceNumber, deviceName, pieces }) =>
      FLAGS.flatMap((flag) =>
        joined(setPieces(pieces, flag)).map(([from, to]): ChartRow => [
          deviceNumber,
          deviceName,
          t(stateFlags[flag]),
          from,
          to,
          (Date.parse(to) - Date.parse(from)) / 60_000,
        ]),
      ),
    ),
  };
}

/** The pieces of a band in which a flag was set. */
export function setPieces(pieces: readonly StatePiece[], flag: StateFlag): StatePiece[] {
  return pieces.filter((piece) => piece.flags[FLAGS.indexOf(flag)] === '1');
}

/** Another flag may have changed meanwhile: what follows without a gap is one time. */
function joined(pieces: readonly StatePiece[]): (readonly [from: string, to: string])[] {
  const times: [from: string, to: string][] = [];
  for (const { at, until } of pieces) {
    const last = times.at(-1);
    if (last?.[1] === at) last[1] = until;
    else times.push([at, until]);
  }
  return times;
}
