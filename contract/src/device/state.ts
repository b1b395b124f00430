import type { Text } from '../kernel/text.ts';

/**
 * A row of `device_state`: what a machine was from `startTime` until `endTime` (null: still). The intervals of a
 * machine follow each other without a gap; `status` null is what it said when it knew nothing: no data.
 * `seconds` is the length; it is negative where the machine's clock went back within the interval, so that the
 * time that the clock told twice counts once.
 */
export interface DeviceState {
  id: string;
  siteId: string;
  equipmentId: string;
  /** Value of dictionary `equipment_state`, null = no data. */
  status: string | null;
  /** The machine's own word, such as `FEED_HOLD`. */
  rawStatus: string | null;
  mode: string | null;
  program: string | null;
  startTime: string;
  endTime: string | null;
  seconds: string | null;
  shiftDate: string;
  shiftId: string | null;
  source: StateSource;
  timeSuspect: boolean;
}

export type StateSource = 'device' | 'manual' | 'heartbeat' | 'gateway';

/** A row of `alarm_event`: an alarm from its coming to its going; `endTime` null = standing. */
export interface AlarmEvent {
  id: string;
  siteId: string;
  equipmentId: string;
  encoding: string;
  text: string | null;
  /** Condition or unit of the machine that raised it. */
  alarmGroup: string | null;
  startTime: string;
  endTime: string | null;
  seconds: string | null;
  timeSuspect: boolean;
}

/**
 * A row of `device_hour`: seconds per state of one machine in one hour of one shift, the open interval included as
 * far as `countedUntil` of `device_live` (refreshed every minute). Breaks are left out: what is missing to the working
 * time of the hour is no data.
 */
export interface DeviceHour {
  equipmentId: string;
  shiftDate: string;
  /** `0` outside of all shifts. */
  shiftId: string;
  hour: string;
  run: string;
  idle: string;
  setup: string;
  alarm: string;
  estop: string;
  maintain: string;
  offline: string;
}

/** Columns of `device_hour` that hold seconds. */
export const hourStates = [
  'run',
  'idle',
  'setup',
  'alarm',
  'estop',
  'maintain',
  'offline',
] as const;

/** Words for the source of a state. */
export const stateSources: Readonly<Record<StateSource, Text>> = {
  device: { zh: '上报', en: 'Reported' },
  manual: { zh: '手工', en: 'By hand' },
  heartbeat: { zh: '心跳丢失', en: 'Lost heartbeat' },
  gateway: { zh: '网关无消息', en: 'Gateway silent' },
};
