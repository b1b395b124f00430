import type { AnyEntity } from '@millwright/contract/kernel/entity';
import type { AnyField } from '@millwright/contract/kernel/field';
import type { Text } from '@millwright/contract/kernel/text';
import { entityText } from '../locales/entity.ts';

/** Fields under one heading; null = no heading because there is only one section. */
export interface Section {
  readonly key: string;
  readonly label: Text | null;
  readonly fields: readonly (readonly [string, AnyField])[];
}

/** Fields in the sections of the declaration, in its order; what names none stands last. */
export function sectionsOf(
  entity: AnyEntity,
  fields: readonly (readonly [string, AnyField])[],
): Section[] {
  const named = Object.entries(entity.sections).map(([key, label]) => ({
    key,
    label,
    fields: fields.filter(([, field]) => field.section === key),
  }));
  const rest = fields.filter(([, field]) => !field.section || !(field.section in entity.sections));
  const filled: Section[] = named.filter((section) => section.fields.length > 0);
  if (rest.length > 0)
    filled.push({
      key: 'others',
      label: filled.length > 0 ? entityText.others : null,
      fields: rest,
    });
  return filled;
}
