import type { instruction } from '@millwright/contract/system/instruction';
import { instructionAddress } from '@millwright/contract/system/instruction-address';
import type { Answer } from '../../kernel/context.ts';

type InstructionRow = Answer<typeof instruction>;

/** What a notice of a version hangs on, and where it leads. */
export function cause(
  notice: 'instruction.toApprove' | 'instruction.toConfirm' | 'instruction.rejected',
  row: InstructionRow,
) {
  return {
    notice,
    siteId: row.siteId ?? '',
    objectId: row.id,
    link: instructionAddress(row, row.version),
  };
}

/** Code and title of a version in both languages. */
export function nameOf({ code, title, titleEn }: InstructionRow) {
  return { zh: `${code} ${title}`, en: `${code} ${titleEn ?? title}` };
}
