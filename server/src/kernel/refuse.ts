import { problem } from '@millwright/contract/kernel/check';
import type { Problem, Refusal } from '@millwright/contract/kernel/errors';
import { refusals } from '@millwright/contract/kernel/errors';
import { besideLabels } from '@millwright/contract/kernel/field-label';
import type { Text, TextArgs } from '@millwright/contract/kernel/text';

/** A refusal on its way to the client: code, key, sentence, all problems at once. */
export class Refused extends Error {
  readonly refusal: Refusal;
  readonly args: TextArgs;
  readonly problems: readonly Problem[];
  readonly data: Readonly<Record<string, unknown>>;

  constructor(
    refusal: Refusal,
    args: TextArgs = {},
    more: { problems?: readonly Problem[]; data?: Record<string, unknown> } = {},
  ) {
    super(refusal.key);
    this.name = 'Refused';
    this.refusal = refusal;
    this.args = args;
    this.problems = more.problems ?? [];
    this.data = more.data ?? {};
  }
}

/** `throw refuse(orderRefusals['order.release.noRoute'], { p: product.productName })`. */
export function refuse(
  refusal: Refusal,
  args: TextArgs = {},
  data: Record<string, unknown> = {},
): Refused {
  return new Refused(refusal, args, { data });
}

/** What is wrong with one thing that was sent, told at its field: `data.errors` names it, key and sentence stay. */
export function refuseField(
  field: string,
  label: Text,
  refusal: Refusal,
  args: TextArgs = {},
): Refused {
  return new Refused(refusal, args, { problems: [problem(field, label, refusal, args)] });
}

/** A change that must say why it is made was sent without a reason. */
export function refuseUnexplained(): Refused {
  return refuseField('reason', besideLabels.reason, refusals['row.reason']);
}

/** A draft with problems: code 422, all of them at once. */
export function refuseDraft(problems: readonly Problem[]): Refused {
  return new Refused(refusals['draft.invalid'], {}, { problems });
}
