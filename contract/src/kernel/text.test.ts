import { expect, it } from 'vitest';
import { grouped, say } from './text.ts';

const left = { zh: '还有 {n} 件', en: '{n|piece|pieces} left' };

it('separates the thousands of a number, never the digits of a word', () => {
  expect(say(left, { n: 10_000 }, 'zh_CN')).toBe('还有 10,000 件');
  expect(say(left, { n: 1234567.5 }, 'en_US')).toBe('1,234,567.5 pieces left');
  expect(say(left, { n: -1000 }, 'en_US')).toBe('-1,000 pieces left');
  expect(say(left, { n: 999 }, 'zh_CN')).toBe('还有 999 件');
  expect(say({ zh: '端口 {port}', en: 'Port {port}' }, { port: '18320' }, 'en_US')).toBe(
    'Port 18320',
  );
});

it('takes the word by the number', () => {
  expect(say(left, { n: 1 }, 'en_US')).toBe('1 piece left');
});

it('leaves the places behind the point alone', () => {
  expect(grouped('1234.56789')).toBe('1,234.56789');
});
