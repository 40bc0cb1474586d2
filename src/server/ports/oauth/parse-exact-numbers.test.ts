import { describe, expect, it } from 'vitest';
import { parseExactNumbers } from './parse-exact-numbers.ts';

describe('numbers in JSON', () => {
  it.each([
    '9007199254740993',
    '9223372036854775807',
    '-1',
    '0',
    '1.50',
    '1e3',
    '123456789012345678901234567890',
  ])('S-085 %s stays as it is written', (number) => {
    expect(parseExactNumbers(`{"id":${number}}`)).toEqual({ id: number });
    expect(parseExactNumbers(`[ ${number} ,true]`)).toEqual([number, true]);
  });

  it('leaves text alone, whatever stands in it', () => {
    const value = { '12': '34', name: 'a "9007199254740993" \\ 5', nested: [{ text: ':7,' }], nothing: null };
    expect(parseExactNumbers(JSON.stringify(value))).toEqual(value);
  });

  it.each(['', '{', '{"id":01}', '{"id":1 2}', '{"a":"b}', 'NaN'])('takes %j for no JSON', (text) => {
    expect(() => parseExactNumbers(text)).toThrow(SyntaxError);
  });

  it('S-066 is quick on a long answer', () => {
    expect(() => parseExactNumbers(`{"a":"${'\\"'.repeat(30_000)}`)).toThrow(SyntaxError);
    expect(parseExactNumbers(`["${'\\"'.repeat(30_000)}"]`)).toHaveLength(1);
  });
});
