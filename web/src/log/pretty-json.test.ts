import { describe, expect, it } from 'vitest';
import { prettyJson } from './pretty-json.ts';

describe('prettyJson', () => {
  it('sets JSON in lines', () => {
    expect(prettyJson('{"a":[1]}')).toBe('{\n  "a": [\n    1\n  ]\n}');
    expect(prettyJson({ a: 1 })).toBe('{\n  "a": 1\n}');
  });

  it('leaves what is cut or no JSON as it is', () => {
    expect(prettyJson('{"a":"12')).toBe('{"a":"12');
    expect(prettyJson('plain words')).toBe('plain words');
    expect(prettyJson(null)).toBe('');
  });
});
