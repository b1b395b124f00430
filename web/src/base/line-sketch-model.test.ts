import { describe, expect, it } from 'vitest';
import type { EntityRow } from '../entity/entity-row.ts';
import { sketchOf } from './line-sketch-model.ts';

const station = (id: string, processName: string, sequence: number, more: object = {}) =>
  ({
    id,
    processName,
    sequence,
    workReportStationNo: `NB-${id}`,
    stationName: id,
    status: '1',
    equipmentId: null,
    mergeStation: null,
    shown: { processName: `${processName} x` },
    ...more,
  }) as unknown as EntityRow;
const binding = (equipmentId: string, stationId: string | null, more: object = {}) => ({
  equipmentId,
  stationId,
  name: null,
  shown: { equipmentId: `${equipmentId} 车床` },
  ...more,
});

describe('the sketch of a line', () => {
  const stations = [
    station('d', 'OP20', 30, { dischargeFlag: true }),
    station('n', 'OP10', 5, { ngStationFlag: true }),
    station('b', 'OP10', 20, { mergeStation: 41 }),
    station('a', 'OP10', 10, {
      mergeStation: 41,
      equipmentId: 'MC-9',
      shown: { processName: 'OP10 x', equipmentId: 'MC-9 床子' },
    }),
  ];
  it('stands in sequence, merged stations together and NG last', () => {
    const { steps } = sketchOf(stations, []);
    expect(
      steps.map(({ procedureId, groups }) => [
        procedureId,
        groups.map((group) => [group.merge, group.stations.map(({ id }) => id)]),
      ]),
    ).toEqual([
      [
        'OP10',
        [
          [41, ['a', 'b']],
          [null, ['n']],
        ],
      ],
      ['OP20', [[null, ['d']]]],
    ]);
    expect(steps[1]?.groups[0]?.stations[0]?.role).toBe('discharge');
  });
  it('puts devices where they are bound, else where the station names them; the rest stands apart', () => {
    const { steps, loose } = sketchOf(stations, [
      binding('RB-1', null),
      binding('MC-2', 'b', { isBottleneck: true }),
      binding('MC-9', null),
    ]);
    const [first] = steps[0]?.groups ?? [];
    expect(
      first?.stations.map(({ devices }) =>
        devices.map(({ number, isBottleneck }) => [number, isBottleneck]),
      ),
    ).toEqual([[['MC-9', false]], [['MC-2', true]]]);
    expect(loose.map(({ number }) => number)).toEqual(['RB-1']);
  });
});
