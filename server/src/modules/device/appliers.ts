import type { DeviceMessage, MessageType } from '@millwright/contract/device/message';
import type { Text } from '@millwright/contract/kernel/text';
import type { Trx } from '../../kernel/database/transaction.ts';

/** A judged message of a known machine, on its way into the records of a page. */
export interface SaidMessage {
  readonly gatewayId: string;
  readonly equipmentId: string;
  readonly message: DeviceMessage;
  /** Milliseconds: when it counts. */
  readonly time: number;
  /** Milliseconds: where it stands in the order; later than its time where the machine's clock went back. */
  readonly order: number;
  readonly timeSuspect: boolean;
}

/** Writes what messages of one type say into the records of its page; the machines are locked. */
export interface Applier {
  /** Reasons against some of the messages, which are then rejected; writes nothing. */
  refuse?(
    trx: Trx,
    siteId: string,
    said: readonly SaidMessage[],
  ): Promise<ReadonlyMap<SaidMessage, Text>>;
  /** Writes the others, in their order. */
  apply(trx: Trx, siteId: string, said: readonly SaidMessage[]): Promise<void>;
}

/**
 * Who takes messages of a type; the page that holds the records puts its applier here. A type without one waits. States,
 * alarms and heartbeats are taken in by `take-in.ts`.
 */
export const appliers = new Map<MessageType, Applier>();

/** Reasons of the appliers against messages; those of types without an applier have none. */
export async function refusedByAppliers<Said extends SaidMessage>(
  trx: Trx,
  siteId: string,
  said: readonly Said[],
): Promise<Map<Said, Text>> {
  const against = new Map<Said, Text>();
  for (const [type, some] of byType(said)) {
    const reasons = await appliers.get(type)?.refuse?.(trx, siteId, some);
    for (const one of some) {
      const reason = reasons?.get(one);
      if (reason) against.set(one, reason);
    }
  }
  return against;
}

/** Lets the applier of each type write its messages. */
export async function applyMessages(
  trx: Trx,
  siteId: string,
  said: readonly SaidMessage[],
): Promise<void> {
  for (const [type, some] of byType(said)) await appliers.get(type)?.apply(trx, siteId, some);
}

function byType<Said extends SaidMessage>(said: readonly Said[]): Map<MessageType, Said[]> {
  return Map.groupBy(said, ({ message }) => message.type);
}
