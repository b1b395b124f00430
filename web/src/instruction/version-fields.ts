import { instruction } from '@millwright/contract/system/instruction';
import { textOf } from '@millwright/contract/kernel/text';

type Version = Readonly<Record<string, unknown>>;

/** Fields that an author writes and in which two versions differ; the content is compared line by line elsewhere. */
export function changedFields(older: Version, newer: Version): string[] {
  return Object.entries(instruction.fields)
    .filter(([name, field]) => !field.computed && name !== 'content')
    .map(([name]) => name)
    .filter((name) => saidOf(older[name]) !== saidOf(newer[name]));
}

/** A value as it counts: nothing is nothing, and addresses of files go without their signatures. */
function saidOf(value: unknown): string {
  if (Array.isArray(value)) return value.map(saidOf).join('\n');
  if (typeof value === 'object' && value !== null)
    return 'url' in value ? saidOf(value.url) : JSON.stringify(value);
  return textOf(value ?? '').split('?')[0] ?? '';
}
