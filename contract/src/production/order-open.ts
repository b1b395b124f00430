/** Whether a field of an order may be changed in a state: all of a draft, after the release four, with a reason. */
export function isOpenInOrder(state: string, field: string): boolean {
  return state === 'draft' || AFTER_RELEASE.has(field);
}

const AFTER_RELEASE = new Set(['quantity', 'dueDate', 'priority', 'remark']);
