import { z } from 'zod';
import type { reportedStates } from './message.ts';

/** What a data item can become. */
export const mappingTargets = [
  'status',
  'mode',
  'program',
  'alarm',
  'connection',
  'device',
  'emergencyStop',
  'counter',
  'condition',
] as const;

/** What becomes of one data item of a machine. */
const itemSchema = () =>
  z.strictObject({
    to: z.enum(mappingTargets),
    /** The machine's words → ours; `*` is for all others. Without a table the value is taken as it is. */
    values: z.record(z.string().max(60), z.union([z.string().max(60), z.number()])).optional(),
    /** For `counter`: the station at which it counts. */
    station: z.string().max(30).optional(),
    /** For a `condition` that is told as a signal: what the alarm is called. Without it, the item itself. */
    code: z.string().trim().min(1).max(40).optional(),
    text: z.string().max(300).optional(),
  });

/** One device behind a gateway: which of its data items mean what. A name with `*` stands for many (`*_cond`). */
const deviceSchema = () =>
  z.strictObject({
    deviceNumber: z.string().trim().min(1).max(40),
    /** Name under which the source speaks of it; a source with a single device needs none. */
    source: z.string().max(120).optional(),
    items: z.record(z.string().trim().min(1).max(120), itemSchema()),
  });

/** How data items of a source become messages: configuration of a gateway. */
export const mappingSchema = () =>
  z.strictObject({ devices: z.array(deviceSchema()).min(1).max(50) });

export type Mapping = z.infer<ReturnType<typeof mappingSchema>>;
export type DeviceMapping = Mapping['devices'][number];
export type ItemMapping = DeviceMapping['items'][string];
export type MappingTarget = (typeof mappingTargets)[number];

/** Words of MTConnect and SHDR for the execution of a program, and what they are here. */
export const executionStates: Readonly<Record<string, (typeof reportedStates)[number]>> = {
  ACTIVE: 'run',
  READY: 'idle',
  STOPPED: 'idle',
  INTERRUPTED: 'idle',
  OPTIONAL_STOP: 'idle',
  PROGRAM_STOPPED: 'idle',
  PROGRAM_COMPLETED: 'idle',
  PROGRAM_OPTIONAL_STOP: 'idle',
  FEED_HOLD: 'idle',
  WAIT: 'idle',
  UNAVAILABLE: 'noData',
};

/** For sources that tell values of points without a machine's name: each machine is named as itself. */
export function namedByDevice({ devices }: Mapping): Mapping {
  return { devices: devices.map((device) => ({ ...device, source: device.deviceNumber })) };
}

/**
 * A start for one's own mapping, by the protocol of the gateway and its machines; null for protocols that need none.
 * Several machines are told apart by the name that the source gives each; points of OPC UA are each machine's own.
 */
export function firstMapping(protocol: string, deviceNumbers: readonly string[]): Mapping | null {
  const starts = deviceNumbers.flatMap((number) => startOf(protocol, number)?.devices ?? []);
  if (starts.length === 0) return null;
  if (protocol === 'opcua') return { devices: starts.slice(0, 1) };
  return starts.length === 1 ? { devices: starts } : namedByDevice({ devices: starts });
}

function startOf(protocol: string, deviceNumber: string): Mapping | null {
  if (protocol === 'sparkplug')
    return { devices: [{ deviceNumber, source: deviceNumber, items: pointsBelow('', '/') }] };
  if (protocol === 'opcua')
    return { devices: [{ deviceNumber, items: pointsBelow('ns=2;s=Machine.', '.') }] };
  return protocol === 'shdr' || protocol === 'mtconnect' ? usualMapping(deviceNumber) : null;
}

/** Points as controls and their gateways often name them. */
function pointsBelow(start: string, between: string): DeviceMapping['items'] {
  const states = { RUN: 'run', IDLE: 'idle', ALARM: 'alarm', ESTOP: 'estop', '*': 'idle' };
  const alarm = { code: 'E001', text: '', values: { true: 'Fault', false: 'Normal' } };
  return {
    [`${start}Status`]: { to: 'status', values: states },
    [`${start}Mode`]: { to: 'mode', values: { AUTO: 'auto', MANUAL: 'manual', MDI: 'mdi' } },
    [`${start}Program`]: { to: 'program' },
    [`${start}EmergencyStop`]: { to: 'emergencyStop', values: { true: 1, false: 0 } },
    [`${start}Alarms${between}Spindle`]: { to: 'condition', ...alarm },
  };
}

/** The mapping that fits machines which speak as MTConnect recommends. */
export function usualMapping(deviceNumber: string): Mapping {
  return {
    devices: [
      {
        deviceNumber,
        items: {
          execution: { to: 'status', values: { ...executionStates } },
          mode: {
            to: 'mode',
            values: { AUTOMATIC: 'auto', MANUAL: 'manual', MANUAL_DATA_INPUT: 'mdi', EDIT: 'edit' },
          },
          program: { to: 'program' },
          estop: { to: 'emergencyStop', values: { ARMED: 0, TRIGGERED: 1 } },
          '*_cond': { to: 'condition' },
          path_system: { to: 'condition' },
        },
      },
    ],
  };
}
