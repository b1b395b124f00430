import { SEAL_CHECK, type SealedDay } from '@millwright/contract/log/seal';
import { useEffect, useRef, useState } from 'react';
import { api } from '../kernel/api.ts';
import { Refusal } from '../kernel/refusal.ts';

/** What the check said of one day; `checks` null while the day is not sealed. */
export interface CheckedDay {
  readonly day: string;
  readonly checks: SealedDay | null;
}

/** How far a check of several days has come. */
export interface Checking {
  readonly days: readonly string[];
  readonly done: readonly CheckedDay[];
  /** Why it ended before its last day. */
  readonly problem?: string;
}

/** Checks days one after the other, since each is read row by row; leaving ends it. */
export function useSealChecks() {
  const [state, setState] = useState<Checking>();
  const stop = useRef<AbortController>(undefined);
  useEffect(() => () => stop.current?.abort(), []);
  const run = async (days: readonly string[]): Promise<void> => {
    stop.current?.abort();
    const { signal } = (stop.current = new AbortController());
    const done: CheckedDay[] = [];
    setState({ days, done: [] });
    try {
      for (const day of days) {
        done.push({ day, checks: await checksOf(day, signal) });
        setState({ days, done: [...done] });
      }
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof Refusal)) throw error;
      setState({ days, done, problem: error.message });
    }
  };
  const isBusy =
    state !== undefined && state.problem === undefined && state.done.length < state.days.length;
  return { state, isBusy, run };
}

async function checksOf(day: string, signal: AbortSignal): Promise<SealedDay | null> {
  try {
    return await api.get<SealedDay>(SEAL_CHECK.path, { day }, { signal, quiet: true });
  } catch (error) {
    if (error instanceof Refusal && error.key === 'log.seal.open') return null;
    throw error;
  }
}
