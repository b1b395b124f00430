import type { EntityRow } from '../entity/entity-row.ts';
import { nameOfShown } from './shown-name.ts';
import type { Plate } from './plate-dialog.tsx';

/** The plate of a device: `EQ:NB-MC-01` with its nickname, make and line. */
export function equipmentPlate(row: EntityRow): Plate {
  const number = String(row['number']);
  const make = [row['brand'], row['model']].filter(Boolean).join(' ');
  return {
    payload: `EQ:${number}`,
    code: number,
    lines: [String(row['nickname']), make, shownOf(row, 'lineId')],
  };
}

/** The plate of a station: its place `LC:NB-L04-OP10-1` with name, procedure and line. */
export function stationPlate(row: EntityRow): Plate {
  const number = String(row['workReportStationNo']);
  return {
    payload: `LC:${number}`,
    code: number,
    lines: [String(row['stationName']), shownOf(row, 'processName'), shownOf(row, 'lineId')],
  };
}

/** The plate of a line: the place `LC:L04` with its name. */
export function linePlate(row: EntityRow): Plate {
  const code = String(row['code']);
  return { payload: `LC:${code}`, code, lines: [String(row['name']), row.departName ?? ''] };
}

/** Without the code where the name says the same. */
function shownOf(row: EntityRow, name: string): string {
  const shown = row.shown?.[name];
  if (typeof shown !== 'string') return '';
  const parts = nameOfShown(shown);
  return parts.name.includes(parts.number) ? parts.name : shown;
}
