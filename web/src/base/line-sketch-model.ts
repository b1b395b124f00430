import type { EntityRow } from '../entity/entity-row.ts';
import { nameOfShown } from './shown-name.ts';
import { wordOf } from './word-of.ts';

/** A device as it stands at a station. */
export interface SketchDevice {
  readonly id: string;
  readonly number: string;
  readonly name: string;
  readonly isBottleneck: boolean;
}

export interface SketchStation {
  readonly id: string;
  readonly number: string;
  readonly name: string;
  readonly role: 'pass' | 'discharge' | 'ng';
  readonly enabled: boolean;
  readonly devices: readonly SketchDevice[];
}

/** Stations that count as one for output stand in one group; `merge` is their number, null for a single one. */
export interface SketchGroup {
  readonly merge: number | null;
  readonly stations: readonly SketchStation[];
}

/** All stations of one procedure, in the order of the line. */
export interface SketchStep {
  readonly procedureId: string;
  readonly procedure: string;
  readonly groups: readonly SketchGroup[];
}

export interface Sketch {
  readonly steps: readonly SketchStep[];
  /** Devices that are bound to the line but stand at none of its stations, such as loading robots. */
  readonly loose: readonly SketchDevice[];
}

/** A binding as the line's answer holds it. */
export type Binding = Readonly<Record<string, unknown>>;

/** A line as its stations in sequence, by procedure, with the devices at them; NG stations stand last in their procedure. */
export function sketchOf(stations: readonly EntityRow[], bindings: readonly Binding[]): Sketch {
  const ordered = [...stations].sort(
    (a, b) => ngLast(a) - ngLast(b) || sequenceOf(a) - sequenceOf(b),
  );
  const byProcedure = Map.groupBy(ordered, (row) => String(row['processName']));
  const first = (rows: readonly EntityRow[]) => Math.min(...rows.map(sequenceOf));
  const steps = [...byProcedure]
    .sort(([, a], [, b]) => first(a) - first(b))
    .map(([procedureId, rows]) => ({
      procedureId,
      procedure: String(rows[0]?.shown?.['processName'] ?? ''),
      groups: groupsOf(rows, bindings),
    }));
  const known = new Set(stations.map(({ id }) => id));
  const placed = new Set(stations.map((row) => row['equipmentId']));
  const loose = bindings.filter(
    (one) => !known.has(String(one['stationId'])) && !placed.has(one['equipmentId']),
  );
  return { steps, loose: loose.map(deviceOf) };
}

function groupsOf(rows: readonly EntityRow[], bindings: readonly Binding[]): SketchGroup[] {
  const groups = Map.groupBy(rows, (row) =>
    typeof row['mergeStation'] === 'number' ? `m${row['mergeStation']}` : `s${row.id}`,
  );
  return [...groups.values()].map((same) => ({
    merge: typeof same[0]?.['mergeStation'] === 'number' ? same[0]['mergeStation'] : null,
    stations: same.map((row) => stationOf(row, bindings)),
  }));
}

/** The bound devices of a station; where none is bound, the device that the station itself names. */
function stationOf(row: EntityRow, bindings: readonly Binding[]): SketchStation {
  const bound = bindings
    .filter(
      (one) =>
        one['stationId'] === row.id ||
        (!one['stationId'] && one['equipmentId'] === row['equipmentId']),
    )
    .map(deviceOf);
  const shown = row.shown?.['equipmentId'];
  const own =
    typeof shown === 'string'
      ? [{ id: String(row['equipmentId']), ...nameOfShown(shown), isBottleneck: false }]
      : [];
  return {
    id: row.id,
    number: String(row['workReportStationNo']),
    name: String(row['stationName']),
    role:
      row['dischargeFlag'] === true ? 'discharge' : row['ngStationFlag'] === true ? 'ng' : 'pass',
    enabled: row['status'] === '1',
    devices: bound.length > 0 ? bound : own,
  };
}

function deviceOf(binding: Binding): SketchDevice {
  const shown =
    (binding['shown'] as Readonly<Record<string, string>> | undefined)?.['equipmentId'] ?? '';
  const { number, name } = nameOfShown(shown);
  return {
    id: String(binding['equipmentId']),
    number,
    name: wordOf(binding['name'], name),
    isBottleneck: binding['isBottleneck'] === true,
  };
}

function sequenceOf(row: EntityRow): number {
  return typeof row['sequence'] === 'number' ? row['sequence'] : Number.MAX_SAFE_INTEGER;
}

function ngLast(row: EntityRow): number {
  return row['ngStationFlag'] === true ? 1 : 0;
}
