import { dictionaries } from './dictionaries.ts';
import type { AnyEntity } from './kernel/entity.ts';
import type { Text } from './kernel/text.ts';

/** The word for a state of an entity's life cycle: of its delivered dictionary or its options; unknown values stay. */
export function stateLabel(entity: AnyEntity, value: unknown): Text {
  const word = String(value);
  const field = entity.fields[entity.state ?? ''] as
    | { dictionary?: string; options?: Record<string, Text> }
    | undefined;
  const item = dictionaries
    .find(({ type }) => type === field?.dictionary)
    ?.items.find((candidate) => candidate.value === word);
  return item ?? field?.options?.[word] ?? { zh: word, en: word };
}
