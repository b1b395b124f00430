import type { Text } from '@millwright/contract/kernel/text';
import { ask } from '../kernel/confirm.ts';
import { t } from '../kernel/language.tsx';
import { kernelText } from '../locales/kernel.ts';
import { shellText as text } from '../locales/shell.ts';

/** Asks whether unsaved input may be lost, by closing its tab or otherwise; true when there is none. */
export async function mayLeave(
  isDirty: boolean,
  question: Text = text.dirtyLeave,
): Promise<boolean> {
  if (!isDirty) return true;
  return ask({
    title: t(kernelText.systemPrompt),
    text: t(question),
    confirm: t(kernelText.ok),
    cancel: t(kernelText.cancel),
  });
}
