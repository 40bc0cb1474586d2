import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { fillVariables } from './alimtalk-settings.ts';
import { messageSections } from './sections.ts';

const template = { text: '[#{스튜디오}] #{고객명} 님', code: '', review: 'DRAFT', reason: '' };
const settings = {
  channelId: '@studio',
  booked: template,
  moved: template,
  cancelled: template,
  reminder: template,
  answered: template,
  visibilityChanged: template,
  documentChanged: template,
};
const firstIssue = (changes: object) => {
  const { error } = z.safeParse(messageSections.alimtalk.schema, {
    ...settings,
    booked: { ...template, ...changes },
  });
  const [issue] = error?.issues ?? [];
  return issue === undefined ? null : `${issue.path.join('.')}: ${issue.message}`;
};

describe('alimtalk templates', () => {
  it.each(['할인', '이벤트', '쿠폰', '특가', '사은품', '당첨'])('a template with %s is refused', (word) => {
    expect(firstIssue({ text: `${word} 안내` })).toBe(
      `booked.text: 광고로 볼 수 있는 말(${word})을 빼 주세요. 알림톡으로는 예약과 문의에 관한 안내만 보낼 수 있습니다.`,
    );
  });

  it('a template with a variable that the message does not have is refused', () => {
    expect(firstIssue({ text: '#{이전일시}' })).toMatch(/^booked\.text: #\{이전일시\} 변수는 쓸 수 없습니다/);
    expect(firstIssue({ text: '#{}' })).toMatch(/^booked\.text/);
    expect(firstIssue({ text: '#{일시} #{링크}' })).toBeNull();
  });

  it('an approved template needs its code', () => {
    expect(firstIssue({ review: 'APPROVED' })).toMatch(/^booked\.code/);
    expect(firstIssue({ review: 'APPROVED', code: 'T1' })).toBeNull();
  });
});

it('variables are replaced by their values, as they are', () => {
  expect(fillVariables('#{a}-#{b}-#{a}', { a: '$&', b: '#{a}' })).toBe('$&-#{a}-$&');
  expect(fillVariables('#{c}', { a: '1' })).toBeUndefined();
});
