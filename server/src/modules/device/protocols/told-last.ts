import type { Observation } from '@millwright/contract/device/observation';

/** What sources that this process reads told last, by gateway: for the preview of their mappings. */
const readers = new Map<string, () => readonly Observation[]>();

/** Lets others see what a reader heard last; the function given back ends that. */
export function showTold(gatewayId: string, told: () => readonly Observation[]): () => void {
  readers.set(gatewayId, told);
  return () => {
    if (readers.get(gatewayId) === told) readers.delete(gatewayId);
  };
}

/** The last values of a gateway's source; null when this process does not read it. */
export function toldLast(gatewayId: string): readonly Observation[] | null {
  return readers.get(gatewayId)?.() ?? null;
}
