import { useRef, useState } from 'react';
import { Refusal } from './refusal.ts';
import type { FieldProblem } from './refusal.ts';

/** What a dialog sends, one thing at a time. */
export interface Work {
  readonly busy: boolean;
  /** What the last refusal marks: problems of fields, or none. */
  readonly problems: readonly FieldProblem[];
  /**
   * Does something unless it is at work already. A refusal, which has been shown, is kept in `problems` and resolves
   * with false; anything else is thrown on.
   */
  readonly run: (work: () => Promise<void>) => Promise<boolean>;
  /** Takes the problems away: something else is going to be sent. */
  readonly forget: () => void;
}

/** The sending of a dialog: a second Enter while the first is on its way does nothing. */
export function useWork(): Work {
  const running = useRef(false);
  const [busy, setBusy] = useState(false);
  const [problems, setProblems] = useState<readonly FieldProblem[]>([]);
  const run = async (work: () => Promise<void>) => {
    if (running.current) return false;
    running.current = true;
    setBusy(true);
    setProblems([]);
    try {
      await work();
      return true;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      setProblems(error.marks);
      return false;
    } finally {
      running.current = false;
      setBusy(false);
    }
  };
  return { busy, problems, run, forget: () => setProblems([]) };
}
