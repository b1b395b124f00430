import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { containsAny, isCommonLock, isCommonPassword } from './common-password.ts';

describe('common passwords', () => {
  it.each([
    '123456',
    'password',
    'Passw0rd',
    'P@ssw0rd123',
    'qwerty',
    'qwertyuiop',
    '1qaz2wsx',
    'admin888',
    'woaini1314',
    'aaaaaa',
    'abcabc',
    '19880808',
    '20240101',
    'iloveyou',
    'zxcvbnm',
    '87654321',
    'Welcome1',
    'Thunder1',
    'matthew1',
    'blink182',
    'michelle',
    '5201314',
  ])('%s is one', (password) => {
    expect(isCommonPassword(password)).toBe(true);
  });

  it.each(['Kranich-71', 'Nebel-im-Tal', 'Zx7-kranich', '炉温曲线九五', 'grey otter 42 runs'])(
    '%s is none',
    (password) => {
      expect(isCommonPassword(password)).toBe(false);
    },
  );

  it('hold nothing personal', () => {
    expect(containsAny('xWangMin-7', ['wangmin', null])).toBe(true);
    expect(containsAny('我是王敏啊', ['王敏'])).toBe(true);
    expect(containsAny('short-li-7', ['li'])).toBe(false);
  });

  it('of the lock screen are known by their MD5', () => {
    const md5 = (text: string) => createHash('md5').update(text).digest('hex');
    expect(
      [md5('1234'), md5('888888'), md5('wangmin')].map((digest) => isCommonLock(digest, 'wangmin')),
    ).toEqual([true, true, true]);
    expect(isCommonLock(md5('kranich'), 'wangmin')).toBe(false);
  });
});
