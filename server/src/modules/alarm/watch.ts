import type { ExplainedAlarm } from './explain.ts';

/** An alarm that people are or will be told of; times in milliseconds. */
export interface Watch {
  readonly equipmentId: string;
  readonly siteId: string;
  readonly encoding: string;
  configId: string;
  /** Row of the alarm log: its id and its instant. */
  logId: string | null;
  logTime: string | null;
  startTime: number;
  endTime: number | null;
  /** A notice is open. */
  told: boolean;
  /** Starts of the alarms told of within the chatter minutes. */
  tellings: number[];
  chatterCount: number | null;
  chatterMinutes: number | null;
  notifyAt: number | null;
  escalateAt: number | null;
  /** When a chattering alarm counts as gone. */
  quietAt: number | null;
}

/** What follows for the people from what happened to a watch. */
export interface Outcome {
  readonly watch: Watch;
  config: ExplainedAlarm | null;
  /** Notices to be told or counted up, 0 = none. */
  times: number;
  escalated: boolean;
  /** There is nothing left to wait for. */
  over: boolean;
}

/** The coming of an alarm, and its going where that is known. */
export interface Coming {
  readonly start: number;
  readonly end: number | null;
  readonly logId: string | null;
  readonly logTime: string;
  /** Folded into an entry of the log that somebody has acknowledged. */
  readonly acknowledged: boolean;
}

/** A coming: it is told when it has lasted for the delay and is not shelved. */
export function come(outcome: Outcome, coming: Coming, config: ExplainedAlarm, now: number): void {
  const { watch } = outcome;
  const { chatterCount, chatterMinutes } = config;
  const { start, end, logId, logTime } = coming;
  outcome.config = config;
  outcome.over = !config.notify;
  if (!config.notify) {
    watch.told = false;
    return;
  }
  const due = Math.max(start + config.delaySeconds * 1000, config.shelvedUntil ?? 0);
  Object.assign(watch, { configId: config.id, logId, logTime, chatterCount, chatterMinutes });
  Object.assign(watch, { startTime: start, endTime: null, quietAt: null });
  watch.notifyAt = coming.acknowledged ? null : due;
  if (end !== null) go(outcome, end, config, now);
  else if (watch.notifyAt !== null && due <= now) speak(outcome, config, now);
}

/** A going: the notice ends, but that of a chattering alarm stays until it is quiet. */
export function go(
  outcome: Outcome,
  end: number,
  config: ExplainedAlarm | null,
  now: number,
): void {
  const { watch } = outcome;
  if (watch.notifyAt !== null && watch.notifyAt <= Math.min(end, now) && config)
    speak(outcome, config, now);
  Object.assign(watch, { endTime: end, notifyAt: null });
  if (!isChattering(watch)) Object.assign(watch, { told: false, escalateAt: null });
  watch.quietAt = watch.chatterMinutes === null ? null : end + watch.chatterMinutes * MINUTE_MS;
  outcome.over = watch.quietAt === null;
}

/** What is due by now. */
export function passTime(outcome: Outcome, now: number): void {
  const { watch, config } = outcome;
  if (!config?.notify) {
    Object.assign(watch, { told: false });
    outcome.over = true;
    return;
  }
  if (isDue(watch.notifyAt, now)) {
    if (config.shelvedUntil === null) speak(outcome, config, now);
    else watch.notifyAt = config.shelvedUntil;
  }
  if (isDue(watch.escalateAt, now)) {
    watch.escalateAt = null;
    outcome.escalated = watch.told && config.escalateMinutes !== null;
  }
  if (isDue(watch.quietAt, now)) {
    Object.assign(watch, { told: false, quietAt: null });
    outcome.over = true;
  }
}

/** How often the alarm came, for a notice that begins now: those before it count once they chatter. */
export function countOf({ watch, times }: Outcome, wasOpen: boolean): number {
  return !wasOpen && isChattering(watch) ? Math.max(times, watch.tellings.length) : times;
}

function speak(outcome: Outcome, config: ExplainedAlarm, now: number): void {
  const { watch } = outcome;
  const since = watch.startTime - (watch.chatterMinutes ?? 0) * MINUTE_MS;
  watch.tellings = [...watch.tellings.filter((time) => time > since), watch.startTime].slice(-100);
  watch.notifyAt = null;
  outcome.times += 1;
  if (!watch.told && config.escalateMinutes !== null)
    watch.escalateAt = now + config.escalateMinutes * MINUTE_MS;
  watch.told = true;
}

function isChattering({ tellings, chatterCount }: Watch): boolean {
  return chatterCount !== null && tellings.length >= chatterCount;
}

function isDue(time: number | null, now: number): boolean {
  return time !== null && time <= now;
}

const MINUTE_MS = 60_000;
