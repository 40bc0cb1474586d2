import * as z from 'zod/mini';
import { describe, expect, it } from 'vitest';
import { countCodePoints, hasForbiddenCharacter, normalizeText, text } from './text.ts';

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
  it('counts an emoji once and a composed syllable once', () => {
    expect(countCodePoints('📷한a')).toBe(3);
  });
});

describe('hasForbiddenCharacter', () => {
  it.each(['\u0000', '\u0007', '\u001b', '\u007f', '\u0085', '\u202e', '\u2066', '\ud800'])(
    'refuses %j',
    (character) => {
      expect(hasForbiddenCharacter(`가${character}나`)).toBe(true);
    },
  );

  it.each(['\n', '\t', '📷', '한', 'é', '\u200d'])('takes %j', (character) => {
    expect(hasForbiddenCharacter(`가${character}나`)).toBe(false);
  });
});

describe('text', () => {
  const line = text({ label: '촬영 장소', max: 5, required: '촬영 장소를 입력해 주세요.' });
  const messageOf = (schema: z.ZodMiniType, value: unknown): string | undefined =>
    z.safeParse(schema, value).error?.issues[0]?.message;

  it('is stored normalised', () => {
    expect(z.parse(line, '\u3000서울숲 ')).toBe('서울숲');
  });

  it.each([undefined, null, 7, '', '  \u3000\u200b'])('asks for it when given %j', (value) => {
    expect(messageOf(line, value)).toBe('촬영 장소를 입력해 주세요.');
  });

  it('bounds it in code points after normalising', () => {
    expect(messageOf(line, '📷📷📷📷📷')).toBeUndefined();
    expect(messageOf(line, '\u1112\u1161\u11ab'.repeat(5))).toBeUndefined();
    expect(messageOf(line, '가나다라마바')).toBe('촬영 장소는 5자까지 입력할 수 있습니다.');
  });

  it('takes line feeds only where there is room for them', () => {
    const notes = text({ label: '요청 사항', max: 5, multiline: true });
    expect(messageOf(line, '가\n나')).toBe('사용할 수 없는 문자가 들어 있습니다.');
    expect(z.parse(notes, '가\r\n나')).toBe('가\n나');
    expect(z.parse(notes, ' ')).toBe('');
    expect(messageOf(notes, '가\u202e나')).toBe('사용할 수 없는 문자가 들어 있습니다.');
  });
});
