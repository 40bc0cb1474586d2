import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { textField } from './text-field.ts';

describe('textField', () => {
  const line = textField({ label: '촬영 장소', max: 5, required: '촬영 장소를 입력해 주세요.' });
  const messageOf = (schema: z.ZodMiniType, value: unknown): string | undefined =>
    z.safeParse(schema, value).error?.issues[0]?.message;

  it('textField returns normalized text', () => {
    expect(z.parse(line, '\u3000서울숲 ')).toBe('서울숲');
  });

  it.each([undefined, null, 7, '', '  \u3000\u200b'])(
    'a required textField rejects %j as missing',
    (value) => {
      expect(messageOf(line, value)).toBe('촬영 장소를 입력해 주세요.');
    },
  );

  it('textField limits the number of code points after normalization', () => {
    expect(messageOf(line, '📷📷📷📷📷')).toBeUndefined();
    expect(messageOf(line, '\u1112\u1161\u11ab'.repeat(5))).toBeUndefined();
    expect(messageOf(line, '가나다라마바')).toBe('촬영 장소는 5자까지 입력할 수 있습니다.');
  });

  it('an invalid textField does not prevent validation of the other fields of a form', () => {
    const form = z
      .object({ line, other: z.string() })
      .check(z.refine(({ other }) => other === 'yes', { path: ['other'], error: 'no' }));
    const issues = z.safeParse(form, { line: '', other: 'maybe' }).error?.issues ?? [];
    expect(issues.map(({ message }) => message)).toEqual(['촬영 장소를 입력해 주세요.', 'no']);
  });

  it('textField accepts line breaks only when it is multiline', () => {
    const notes = textField({ label: '요청 사항', max: 5, multiline: true });
    expect(messageOf(line, '가\n나')).toBe('사용할 수 없는 문자가 들어 있습니다.');
    expect(z.parse(notes, '가\r\n나')).toBe('가\n나');
    expect(z.parse(notes, ' ')).toBe('');
    expect(messageOf(notes, '가\u202e나')).toBe('사용할 수 없는 문자가 들어 있습니다.');
  });
});
