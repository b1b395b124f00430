import { notifications as limits } from '@millwright/contract/constants';

/** What the badge says: numbers up to ten, then `10+`. */
export function badge(count: number): string {
  return count > limits.badgeMax ? `${limits.badgeMax}+` : String(count);
}
