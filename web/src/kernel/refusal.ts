import { say } from './language.tsx';
import { markText } from '../locales/marks.ts';

/** One problem of a field, as a 422 answer names it. */
export interface FieldProblem {
  readonly field: string;
  readonly label: string;
  readonly message: string;
  readonly key?: string;
}

/** Codes of our own for calls that got no answer of the application. */
export const NO_ANSWER = { network: -1, timeout: -2, status: -3, aborted: -4 } as const;

/** A call that was refused or got no answer. `code` is the envelope's, or one of NO_ANSWER. */
export class Refusal extends Error {
  readonly code: number;
  readonly data: Readonly<Record<string, unknown>>;
  readonly requestId: string | undefined;

  constructor(code: number, message: string, data?: unknown, requestId?: string) {
    super(message);
    this.name = 'Refusal';
    this.code = code;
    this.data = isRecord(data) ? data : {};
    this.requestId = requestId;
  }

  /** The stable dotted key of a business refusal, such as `row.stale`. */
  get key(): string | undefined {
    return typeof this.data['key'] === 'string' ? this.data['key'] : undefined;
  }

  /** All problems of a 422 answer, in the order of the form. */
  get errors(): readonly FieldProblem[] {
    const errors = this.data['errors'];
    return Array.isArray(errors) ? (errors as FieldProblem[]) : [];
  }

  /** What stands at the fields of a form: the problems, or the sentence of a refusal that names a field. */
  get marks(): readonly FieldProblem[] {
    if (this.errors.length > 0) return this.errors;
    const fields = this.data['fields'];
    const field: unknown = Array.isArray(fields) ? fields.at(-1) : undefined;
    return typeof field === 'string' ? [{ field, label: '', message: this.message }] : [];
  }
}

/** For `catch` of a call whose refusal was shown already and changes nothing: anything else is thrown on. */
export function passRefusal(error: unknown): undefined {
  if (!(error instanceof Refusal)) throw error;
}

/** Problems as the specification lists them: `label: message`, one per line, the label told once. */
export function problemLines(errors: readonly FieldProblem[]): string[] {
  return errors.map(lineOf);
}

function lineOf({ label, message, key }: FieldProblem): string {
  if (label === '') return message;
  if (!message.startsWith(label)) return say(markText.labelled, { label, message });
  // Only the sentences that hold for every field go on behind the label as a sentence of their own.
  if (!key?.startsWith('field.')) return message;
  return say(markText.labelled, { label, message: message.slice(label.length).trimStart() });
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
