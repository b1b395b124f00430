import { expect, it } from 'vitest';
import { z } from 'zod';
import { messageLabels, placesInMessage } from './message-labels.ts';
import { dataSchemas, messageSchema } from './message.ts';

it('names every field of every message in both languages', () => {
  const names = [messageSchema, ...Object.values(dataSchemas)].flatMap((schema) =>
    namesIn(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })),
  );
  expect(new Set(names).size).toBeGreaterThan(120);
  const known = new Set(Object.keys(messageLabels));
  expect(names.filter((name) => !known.has(name))).toEqual([]);
});

it('tells the row, and the place for whoever programs the gateway', () => {
  expect(placesInMessage([['data', 'items', 2, 'value'], ['sendTime']])).toEqual({
    zh: '测量项目 第3行 数值（data.items.2.value）、发送时间（sendTime）',
    en: 'Items row 3 Value (data.items.2.value), Sent (sendTime)',
  });
  // The words that one reads in the logs.
  expect(placesInMessage([['messageId'], ['data', 'encoding']])).toEqual({
    zh: '消息ID（messageId）、报警编码（data.encoding）',
    en: 'Message ID (messageId), Encoding (data.encoding)',
  });
  expect(placesInMessage([[]]).en).toBe('Message (message)');
  expect(placesInMessage([['data', 'constructor']]).en).toBe('constructor (data.constructor)');
});

/** The names of all properties of a JSON schema, however deep they lie. */
function namesIn(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const own = (schema as { properties?: object }).properties;
  return [...Object.keys(own ?? {}), ...Object.values(schema).flatMap(namesIn)];
}
