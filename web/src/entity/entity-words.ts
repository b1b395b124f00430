import type { AnyEntity } from '@millwright/contract/kernel/entity';
import type { Text } from '@millwright/contract/kernel/text';

/** The name of an entity inside a sentence: `New production order`, but `ERP message` keeps its capitals. */
export function nameOf({ label }: Pick<AnyEntity, 'label'>): Text {
  const { zh, en } = label;
  const isShort = /^[A-Z][A-Z0-9]/.test(en);
  return { zh, en: isShort ? en : en.charAt(0).toLowerCase() + en.slice(1) };
}
