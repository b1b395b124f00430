import type { AnswerCode, RefusalData } from '@millwright/contract/kernel/errors';
import { refusals } from '@millwright/contract/kernel/errors';
import type { Locale } from '@millwright/contract/kernel/text';
import { pick, say } from '@millwright/contract/kernel/text';
import { callRefusals } from '@millwright/contract/system/refusals';
import { Refused, refuse } from '../refuse.ts';

/** What goes out for one call: the envelope's parts, and what the operate log keeps of a refusal. */
export interface CallAnswer {
  readonly code: AnswerCode;
  readonly msg: string;
  readonly data: unknown;
}

/** The process cannot take the work now (HTTP 503). */
export class Unavailable extends Error {
  override readonly name = 'Unavailable';
}

/** An envelope as text; one stringification per answer. */
export function envelopeText(answer: CallAnswer): string {
  return `{"code":${answer.code},"msg":${JSON.stringify(answer.msg)},"data":${JSON.stringify(answer.data ?? null)}}`;
}

/** The envelope of a refusal in the caller's language: code, sentence, key, values, all problems. */
export function refusalAnswer(refused: Refused, locale: Locale): CallAnswer {
  const { refusal, args, problems } = refused;
  const errors = problems.map((problem) => ({
    field: problem.field,
    label: pick(problem.label, locale),
    key: problem.key,
    message: say(problem.text, problem.args ?? {}, locale),
  }));
  const data: RefusalData & Record<string, unknown> = { ...refused.data, key: refusal.key };
  if (Object.keys(args).length > 0) data.args = args;
  if (errors.length > 0) data.errors = errors;
  const msg =
    errors.length > 0
      ? errors.map(({ message }) => message).join('; ')
      : say(refusal.text, args, locale);
  return { code: refusal.code, msg, data };
}

/**
 * What an error means to the caller: a refusal, or null for a failure of ours. Refusals of PostgreSQL that the
 * store did not foresee become the nearest of the catalogue.
 */
export function refusalOf(error: unknown): Refused | null {
  if (error instanceof Refused) return error;
  const { code, detail } = error as { code?: unknown; detail?: unknown };
  if (typeof code !== 'string' || !/^[0-9A-Z]{5}$/.test(code)) return null;
  return databaseRefusal(code, typeof detail === 'string' ? detail : '');
}

/** The neutral answer to a failure of ours; the log has the whole of it under the same number. */
export function failureAnswer(requestId: string, locale: Locale): CallAnswer {
  const refused = refuse(refusals['call.failed'], { requestId });
  return refusalAnswer(refused, locale);
}

function databaseRefusal(code: string, detail: string): Refused | null {
  if (code === '23505')
    return refuse(refusals['row.duplicate'], { label: RECORD, value: valueIn(detail) });
  if (code === '23503') {
    if (!detail.includes('is still referenced')) return refuse(refusals['ref.missing']);
    return refuse(refusals['row.inUse'], { name: RECORD, list: OTHERS });
  }
  if (code === '57014') return refuse(callRefusals['call.tooBroad']);
  if (code === '40001' || code === '40P01' || code === '55P03')
    return refuse(callRefusals['call.conflict']);
  if (code.startsWith('22')) return refuse(refusals['call.invalid'], { detail: VALUE });
  if (code === '42501') return refuse(refusals['row.missing']);
  return null;
}

/** `Key (lower(code))=(l01) already exists.` → `l01`. */
function valueIn(detail: string): string {
  return /=\((.*)\) already exists/.exec(detail)?.[1] ?? '';
}

const RECORD = { zh: '记录', en: 'Record' };
const OTHERS = { zh: '其他数据', en: 'other records' };
const VALUE = { zh: '取值', en: 'value' };
