import { describe, expect, it } from 'vitest';
import { countCodePoints, hasForbiddenCharacter, normalizeText } from './text-validation.ts';

describe('normalizeText', () => {
  it.each([
    ['composes letters', '\u1112\u1161\u11ab', '한'],
    ['trims blanks', '  서울숲\t\n', '서울숲'],
    ['trims ideographic spaces', '\u3000서울숲\u3000', '서울숲'],
    ['trims zero-width characters', '\u200b\ufeff서울숲\u200d', '서울숲'],
    ['trims Hangul fillers', '\u3164\u115f서울숲\u3164', '서울숲'],
    ['makes text of blanks only empty', ' \u3000\u200b\u2800\u3164 ', ''],
    ['converts all line breaks to line feeds', '하나\r\n둘\r셋', '하나\n둘\n셋'],
    ['keeps blanks inside', '서울 숲', '서울 숲'],
    ['keeps joined emoji intact', '👨‍👩‍👧', '👨‍👩‍👧'],
  ])('normalizeText %s', (_, input, stored) => {
    expect(normalizeText(input)).toBe(stored);
    expect(normalizeText(stored)).toBe(stored);
  });
});

describe('countCodePoints', () => {
  it('countCodePoints counts an emoji and a composed syllable as one each', () => {
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
