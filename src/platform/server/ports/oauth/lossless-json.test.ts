import { describe, expect, it } from 'vitest';
import { parseLosslessJson } from './lossless-json.ts';

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
    expect(parseLosslessJson(`{"id":${number}}`)).toEqual({ id: number });
    expect(parseLosslessJson(`[ ${number} ,true]`)).toEqual([number, true]);
  });

  it('strings in JSON are not changed by the lossless parser', () => {
    const value = { '12': '34', name: 'a "9007199254740993" \\ 5', nested: [{ text: ':7,' }], nothing: null };
    expect(parseLosslessJson(JSON.stringify(value))).toEqual(value);
  });

  it.each(['', '{', '{"id":01}', '{"id":1 2}', '{"a":"b}', 'NaN'])(
    'the lossless parser rejects %j',
    (text) => {
      expect(() => parseLosslessJson(text)).toThrow(SyntaxError);
    },
  );

  it('S-066 the lossless parser takes linear time on a long response', () => {
    expect(() => parseLosslessJson(`{"a":"${'\\"'.repeat(30_000)}`)).toThrow(SyntaxError);
    expect(parseLosslessJson(`["${'\\"'.repeat(30_000)}"]`)).toHaveLength(1);
  });
});
