import { createStore } from './store.ts';

/** A question that waits for its answer. */
export interface Question {
  readonly title: string;
  readonly text: string;
  readonly confirm: string;
  readonly cancel: string;
  readonly danger?: boolean;
}

/** The open question, if any. */
export const openQuestion = createStore<(Question & { answer(yes: boolean): void }) | null>(null);

/** Asks a yes/no question in a box and resolves with the answer; questions wait for one another. */
export function ask(question: Question): Promise<boolean> {
  const asked = last.then(() => show(question));
  last = asked;
  return asked;
}

let last: Promise<unknown> = Promise.resolve();

function show(question: Question): Promise<boolean> {
  return new Promise((resolve) => {
    openQuestion.set({
      ...question,
      answer(yes) {
        openQuestion.set(null);
        resolve(yes);
      },
    });
  });
}
