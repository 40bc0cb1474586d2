import { describe, expect, it } from 'vitest';
import { countCodePoints, hasForbiddenCharacter, normalizeText } from './text-validation.ts';

describe('normalizeText', () => {
  it.each([
    ['composes letters', '\u1112\u1161\u11ab', '한'],
    ['cuts blanks', '  서울숲\t\n', '서울숲'],
    ['cuts ideographic blanks', '\u3000서울숲\u3000', '서울숲'],
    ['cuts zero-width characters', '\u200b\ufeff서울숲\u200d', '서울숲'],
    ['cuts Hangul fillers', '\u3164\u115f서울숲\u3164', '서울숲'],
    ['leaves nothing of blanks alone', ' \u3000\u200b\u2800\u3164 ', ''],
    ['unifies line ends', '하나\r\n둘\r셋', '하나\n둘\n셋'],
    ['keeps blanks inside', '서울 숲', '서울 숲'],
    ['keeps joined emoji whole', '👨‍👩‍👧', '👨‍👩‍👧'],
  ])('%s', (_, given, stored) => {
    expect(normalizeText(given)).toBe(stored);
    expect(normalizeText(stored)).toBe(stored);
  });
});

describe('countCodePoints', () => {
  it('countCodePoints counts an emoji and a composed syllable once', () => {
    expect(countCodePoints('📷한a')).toBe(3);
  });
});

describe('hasForbiddenCharacter', () => {
  it.each(['\u0000', '\u0007', '\u001b', '\u007f', '\u0085', '\u202e', '\u2066', '\ud800'])(
    'hasForbiddenCharacter finds %j',
    (character) => {
      expect(hasForbiddenCharacter(`가${character}나`)).toBe(true);
    },
  );

  it.each(['\n', '\t', '📷', '한', 'é', '\u200d'])('hasForbiddenCharacter allows %j', (character) => {
    expect(hasForbiddenCharacter(`가${character}나`)).toBe(false);
  });
});
