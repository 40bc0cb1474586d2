import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { purposes } from '#app/server/features.ts';
import privacyText from '#content/privacy.md?raw';
import termsText from '#content/terms.md?raw';
import { retainedRecords } from '#core/auth/web/deletion/retained-records.ts';
import { documentOf, siteContent, type Processors } from '#test/factories/site-content.ts';
import { parseLegalText } from './present-document.ts';

const { studio, legal } = siteContent;
const textOf = ({ sections }: { sections: unknown }): string => JSON.stringify(sections);

describe('the first versions contain the figures of the law and of the specification', () => {
  it('@9-refund @9-terms-notice L-10 the terms state the refund rates, the notice period of changes and the business details', () => {
    const text = textOf(legal.terms);
    for (const row of [
      ['촬영일 14일 전까지', '전액 환불'],
      ['촬영일 7일 전까지', '50% 환불'],
      ['촬영일 6일 전부터 촬영 당일까지', '환불하지 않음'],
    ])
      for (const document of [legal.terms, legal.refund])
        expect(textOf(document)).toContain(JSON.stringify(row));
    expect(text).toMatch(/적용일 7일 전부터 .*불리하게 변경하는 경우에는 적용일 30일 전부터/);
    for (const fact of [studio.businessNumber, studio.mailOrderNumber, studio.address, studio.representative])
      expect(text).toContain(fact);
  });

  it('the terms of a studio without a mail-order number say that there is none', () => {
    const terms = documentOf('terms', termsText, { details: { mailOrderNumber: '' } });
    expect(textOf(terms)).toContain('통신판매업 신고번호: 해당 없음');
  });

  it('@9-retention L-08 L-09 the privacy policy states retention periods, processors and the contact', () => {
    const solapi = { id: 'a', name: '솔라피', work: '문자', period: '발송까지', country: '', contact: '' };
    const text = textOf(documentOf('privacy', privacyText, { processors: [solapi] }));
    for (const row of retainedRecords) expect(text).toContain(JSON.stringify(row));
    for (const [record, period] of [
      ['계약 또는 청약철회', '5년'],
      ['대금 결제', '5년'],
      ['소비자의 불만 또는 분쟁', '3년'],
      ['로그인 기록', '3개월'],
    ])
      expect(text).toMatch(new RegExp(`"${record}[^"]*","${period}"`));
    expect(text).toContain(`["${studio.hosting}",`);
    expect(text).toContain('["솔라피","문자","발송까지"]');
    expect(text).toContain('개인정보를 국외로 이전하지 않습니다.');
    expect(text).toContain(`개인정보 보호책임자: ${studio.privacyOfficer}`);
  });

  it('L-08 the privacy policy lists foreign processors with country, purpose, period and how to object', () => {
    const processors: Processors = [
      {
        id: 'a',
        name: '클라우드',
        work: '사진의 보관',
        period: '탈퇴할 때까지',
        country: '미국',
        contact: 'privacy@cloud.example',
      },
    ];
    const text = textOf(documentOf('privacy', privacyText, { processors }));
    expect(text).toContain('"클라우드 (privacy@cloud.example)","미국","사진의 보관","탈퇴할 때까지"');
    expect(text).toContain('국외 이전을 원하지 않으면');
    expect(text).not.toContain('국외로 이전하지 않습니다');
  });

  it('@9-age the terms state the minimum age of members', () => {
    expect(textOf(legal.over14)).toContain('만 14세');
    expect(textOf(legal.terms)).toContain('만 14세 미만인 경우');
  });

  it('the privacy policy lists every purpose with its items and its retention period', () => {
    const text = textOf(documentOf('privacy', privacyText, { purposes }));
    expect(purposes.length).toBeGreaterThan(5);
    for (const { name, items, reason, retention: period } of purposes)
      expect(text).toContain(JSON.stringify([name, items, `${reason} (보유 기간: ${period})`]));
  });

  it('the first version of the privacy policy, which may be in force, is the same to the byte', () => {
    const names = [
      '회원가입',
      '소셜 로그인',
      '상담 기록',
      '사전 미팅 예약',
      '전화·메시지 예약(비회원)',
      '1:1 문의',
      '회원 탈퇴와 번호 변경 안내',
      '서비스 이용',
    ];
    const first = purposes.filter(({ name }) => names.includes(name));
    const solapi = { id: 'a', name: '솔라피', work: '문자', period: '발송까지', country: '', contact: '' };
    const rendered = JSON.stringify(
      documentOf('privacy', privacyText, { processors: [solapi], purposes: first }),
    );
    expect(createHash('sha256').update(rendered).digest('hex')).toBe(
      '2c66cafa9cd41011eee2c899bed43578c1fda3b7bfa9d363c874c58c87cdc5bd',
    );
  });

  it('no name in braces is left', () => {
    for (const document of Object.values(legal)) {
      expect(document.lead.length).toBeGreaterThan(0);
      expect(JSON.stringify([document.lead, document.sections])).not.toMatch(/\{[가-힣]/);
    }
  });
});

describe('reading a text', () => {
  it('paragraphs, headings, lists and tables become blocks, and marks within a line stay', () => {
    const text =
      '머리말\n\n## 제1조\n\n한 줄 **굵게** <b>\n\n- 하나\n- 둘\n\n| 가 | 나 |\n| --- | --- |\n| 1 | 2 |\n\n{표}\n';
    expect(parseLegalText(text, new Map([['표', [{ text: '채움' }]]]))).toEqual({
      lead: [{ text: '머리말' }],
      sections: [
        {
          heading: '제1조',
          body: [
            { text: '한 줄 **굵게** <b>' },
            { list: ['하나', '둘'] },
            { table: { head: ['가', '나'], rows: [['1', '2']] } },
            { text: '채움' },
          ],
        },
      ],
    });
  });

  it('lists and tables before the first heading stay', () => {
    const text = '머리말\n\n- 하나\n\n| 가 |\n| --- |\n| 1 |\n\n## 제1조\n\n본문';
    expect(parseLegalText(text).lead).toEqual([
      { text: '머리말' },
      { list: ['하나'] },
      { table: { head: ['가'], rows: [['1']] } },
    ]);
  });

  it('the terms include refund rules without a heading', () => {
    const refund = '촬영 10일 전까지 전액 환불합니다.';
    expect(textOf(documentOf('terms', termsText, { refund }))).toContain(refund);
  });
});
