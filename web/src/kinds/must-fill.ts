import type { AnyField } from '@millwright/contract/kernel/field';

/** Whether a field is marked as one to fill; a switch always has a value. */
export function mustFill(field: AnyField): boolean {
  return field.required && field.kind.name !== 'flag';
}
