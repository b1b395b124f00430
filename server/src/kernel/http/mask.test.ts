import { describe, expect, it } from 'vitest';
import { maskedText, maskedWords } from './mask.ts';

describe('what a log may keep', () => {
  const body = {
    no: 7,
    password: 'geheim',
    lockPassword1: 'geheim',
    accessToken: 'geheim',
    phone: '13812340001',
  };
  const hidden =
    '{"no":7,"password":"***","lockPassword1":"***","accessToken":"***","phone":"138****0001"}';

  it('hides secrets in objects, in texts that are JSON, and in JSON inside of JSON', () => {
    expect(maskedText(body)).toBe(hidden);
    expect(maskedWords(JSON.stringify(body, null, 2))).toBe(hidden);
    expect(maskedText({ data: JSON.stringify(body) })).toBe(JSON.stringify({ data: hidden }));
    expect(maskedWords(JSON.stringify([[body]]))).toBe(`[[${hidden}]]`);
    expect(maskedWords(JSON.stringify({ data: JSON.stringify(body) }))).not.toContain('geheim');
  });

  it.each([
    ['{"a":1,"password":"geheim","b', '{"a":1,"password":"***","b'],
    ['{"a":1,"password":"geh', '{"a":1,"password":"***"'],
    ['{"d":"{\\"client_secret\\":\\"geheim\\"', '{"d":"{\\"client_secret\\":\\"***\\"'],
    ['grant=x&password=geheim&user=a', 'grant=x&password=***&user=a'],
    ['Token: geheim', 'Token: ***'],
    ['passwordHash = geheim; ok', 'passwordHash = ***; ok'],
    ['{"phone":"13812340001"', '{"phone":"138****0001"'],
  ])('hides secrets in text that is no JSON or was cut off: %s', (text, wanted) => {
    expect(maskedWords(text)).toBe(wanted);
  });

  it('hides a code beside a password and the code of a session, and leaves codes of things alone', () => {
    expect(maskedText({ password: 'x', code: '4711' })).toBe('{"password":"***","code":"***"}');
    expect(maskedText({ code: 'a'.repeat(43) })).toBe('{"code":"***"}');
    expect(maskedWords('{"code":"SV0401"}')).toBe('{"code":"SV0401"}');
    expect(maskedWords('telegram: G01 X1 #500=3')).toBe('telegram: G01 X1 #500=3');
  });
});
