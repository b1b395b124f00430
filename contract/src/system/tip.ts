/** Values of the dictionary `notification_type`; 1, 2 and 4 are those of the specification. */
export type ModelType = '1' | '2' | '3' | '4' | '5' | '6';

/** One line of the bell, in the caller's language. */
export interface Tip {
  readonly id: string;
  readonly message: string;
  readonly dataTime: string;
  readonly modelType: ModelType;
  readonly link: string | null;
}

/** A row of the history: what was told, how often, whether its cause is gone. */
export interface ToldNotice extends Tip {
  readonly kind: string;
  readonly level: string | null;
  readonly count: number;
  readonly objectId: string;
  /** Told to this person alone. */
  readonly mine: boolean;
  readonly readTime: string | null;
  readonly resolvedAt: string | null;
}

/** Where notices of machine alarms lead; the bell knows them by it. */
export const alarmLog = '/log/alarm';

/** Whether a machine's alarm is told. */
export function isAlarm({ link }: Pick<Tip, 'link'>): boolean {
  return link?.split('?')[0] === alarmLog;
}

/** Types of the specification stand first in the bell, ours below them; newest first within each. */
export function inBellOrder<T extends Pick<Tip, 'modelType' | 'dataTime'>>(
  list: readonly T[],
): T[] {
  return list.toSorted(
    (a, b) => rank(a.modelType) - rank(b.modelType) || b.dataTime.localeCompare(a.dataTime),
  );
}

function rank(modelType: string): number {
  return modelType === '1' || modelType === '2' || modelType === '4' ? 0 : 1;
}
