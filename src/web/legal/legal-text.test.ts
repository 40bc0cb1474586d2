import { describe, expect, it } from 'vitest';
import { processingPurposes } from '#contract/legal/personal-data.ts';
import type { Studio } from '#contract/studio.ts';
import { siteContent } from '#test/factories/site-content.ts';
import type { LegalText } from './legal-text.ts';
import { over14Of } from './over14.ts';
import { privacyOf } from './privacy.ts';
import { termsOf } from './terms.ts';

const studio: Studio = {
  ...siteContent.studio,
  processors: [{ name: '네이버클라우드 주식회사', work: '문자', period: '발송 완료 시까지' }],
};
const textOf = (text: LegalText): string => JSON.stringify(text.sections);

describe('legal texts contain the figures of the law and of the specification', () => {
  it('@9-refund @9-terms-notice L-10 the terms state the refund rates, the notice period of changes and the business details', () => {
    const terms = termsOf(studio);
    const text = textOf(terms);
    for (const row of [
      ['촬영일 14일 전까지', '전액 환불'],
      ['촬영일 7일 전까지', '50% 환불'],
      ['촬영일 6일 전부터 촬영 당일까지', '환불하지 않음'],
    ])
      expect(text).toContain(JSON.stringify(row));
    expect(text).toMatch(/적용일 7일 전부터 .*불리하게 변경하는 경우에는 적용일 30일 전부터/);
    for (const fact of [studio.businessNumber, studio.mailOrderNumber, studio.address, studio.representative])
      expect(text).toContain(fact);
    expect(terms.version).toMatch(/^\d{4}-\d\d-\d\d$/);
  });

  it('@9-retention L-08 L-09 the privacy policy states retention periods, processors and the contact', () => {
    const text = textOf(privacyOf(studio));
    for (const [record, period] of [
      ['계약 또는 청약철회', '5년'],
      ['대금 결제', '5년'],
      ['소비자의 불만 또는 분쟁', '3년'],
      ['로그인 기록', '3개월'],
    ])
      expect(text).toMatch(new RegExp(`"${record}[^"]*","${period}"`));
    expect(text).toContain(`["${studio.hosting}",`);
    for (const { name } of studio.processors) expect(text).toContain(`["${name}",`);
    expect(text).toContain('개인정보를 국외로 이전하지 않습니다.');
    expect(text).toContain(`개인정보 보호책임자: ${studio.privacyOfficer}`);
  });

  it('L-08 the privacy policy lists foreign processors with country, purpose, period and how to object', () => {
    const abroad = { country: '미국', contact: 'privacy@cloud.example' };
    const processors = [{ name: '클라우드', work: '사진의 보관', period: '탈퇴할 때까지', abroad }];
    const text = textOf(privacyOf({ ...studio, processors }));
    expect(text).toContain('"클라우드 (privacy@cloud.example)","미국","사진의 보관","탈퇴할 때까지"');
    expect(text).toContain('국외 이전을 원하지 않으면');
    expect(text).not.toContain('국외로 이전하지 않습니다');
  });

  it('@9-age the terms state the minimum age of members', () => {
    expect(textOf(over14Of(studio))).toContain('만 14세');
    expect(textOf(termsOf(studio))).toContain('만 14세 미만인 경우');
  });

  it('the privacy policy lists every purpose with its items and its retention period', () => {
    const text = textOf(privacyOf(studio));
    expect(processingPurposes.length).toBeGreaterThan(5);
    for (const { name, items, reason, retention } of processingPurposes)
      expect(text).toContain(JSON.stringify([name, items, `${reason} (보유 기간: ${retention})`]));
  });
});
