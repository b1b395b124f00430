import { expect, it } from 'vitest';
import { valuesIn, valuesOf } from './mapping-values.ts';

it('writes a table of words and reads it again', () => {
  const values = { ACTIVE: 'run', ARMED: 0, 'a=b': 'idle', '*': 'idle' };
  expect(valuesOf(values)).toBe('ACTIVE=run; ARMED=0; a=b=idle; *=idle');
  expect(valuesIn(valuesOf(values))).toEqual(values);
  expect(valuesIn(' ；half; =x ')).toBeUndefined();
});
