import { expect, it } from 'vitest';
import { firstMapping, type Mapping } from './mapping.ts';
import { tryMapping } from './sample.ts';

const mapped = (protocol: string): Mapping => {
  const mapping = firstMapping(protocol, ['M-1']);
  if (!mapping) throw new Error(protocol);
  return mapping;
};

it('tries lines of points, whose names may hold colons', () => {
  const mapping: Mapping = {
    devices: [
      { deviceNumber: 'M-1', items: { 'ns=2;s=A:Status': { to: 'status' } } },
      { deviceNumber: 'M-2', items: { 'ns=2;s=B:Status': { to: 'status' } } },
    ],
  };
  const line = '2026-03-02T08:00:00Z|ns=2;s=B:Status|run|ns=2;s=Other|1';
  const { messages, unknown } = tryMapping('opcua', mapping, line);
  expect(messages).toMatchObject([{ deviceNumber: 'M-2', data: { status: 'run' } }]);
  expect(unknown).toEqual(['ns=2;s=Other']);
});

it('tries payloads of Sparkplug B as JSON, and makes nothing of half a payload', () => {
  const payload = {
    topic: 'spBv1.0/plant/DDATA/node/M-1',
    timestamp: 1_772_438_400_000,
    metrics: [
      { name: 'Status', value: 'RUN', timestamp: 1_772_438_399_000 },
      { name: 'Alarms/Spindle', value: true },
      { name: 'Status', value: null },
      { name: 'Axes/X', value: 4.5 },
    ],
  };
  const written = JSON.stringify(payload);
  const { messages, unknown } = tryMapping('sparkplug', mapped('sparkplug'), written);
  expect(messages).toMatchObject([
    { type: 'state', data: { status: 'run' }, sendTime: '2026-03-02T07:59:59.000Z' },
    { type: 'alarm', data: { encoding: 'E001', active: 1 } },
    { type: 'state', data: { status: 'noData' } },
  ]);
  expect(unknown).toEqual(['Axes/X']);
  expect(tryMapping('sparkplug', mapped('sparkplug'), written.slice(0, 40)).messages).toEqual([]);
});

it('makes nothing of names and words that every object has', () => {
  const mapping: Mapping = {
    devices: [
      { deviceNumber: 'M-1', items: { mode: { to: 'mode', values: { AUTOMATIC: 'auto' } } } },
    ],
  };
  const line = '2026-03-02T08:00:00Z|mode|constructor|constructor|1|toString|2';
  const { messages, unknown } = tryMapping('shdr', mapping, line);
  expect(messages).toMatchObject([{ data: { mode: null } }]);
  expect(unknown).toEqual(['constructor', 'toString']);
});

it('tries lines of an adapter in their order', () => {
  const lines = '2026-03-02T08:00:00Z|execution|ACTIVE\n2026-03-02T07:59:00Z|execution|READY';
  const { messages } = tryMapping('shdr', mapped('shdr'), lines);
  expect(messages.map(({ after }) => after)).toEqual([undefined, '2026-03-02T08:00:00.000Z']);
});

it('begins a mapping with the machines behind the gateway, told apart by their source', () => {
  const names = (protocol: string, numbers: string[]) =>
    firstMapping(protocol, numbers)?.devices.map(({ deviceNumber, source }) => [
      deviceNumber,
      source ?? null,
    ]);
  expect(names('shdr', ['M-1'])).toEqual([['M-1', null]]);
  expect(names('mtconnect', ['M-1', 'M-2'])).toEqual([
    ['M-1', 'M-1'],
    ['M-2', 'M-2'],
  ]);
  expect(names('sparkplug', ['M-1'])).toEqual([['M-1', 'M-1']]);
  expect(names('opcua', ['M-1', 'M-2'])).toEqual([['M-1', null]]);
  expect(names('http', ['M-1'])).toBeUndefined();
});
