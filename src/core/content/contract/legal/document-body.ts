import * as z from 'zod/mini';
import { withTopicParticle } from '#platform/contract/text/korean-particles.ts';
import { textField } from '#platform/contract/text/text-field.ts';

/**
 * Minimum numbers of days from the publication of a version other than the first to the day on which it takes effect (전자상거래법, 약관규제법의
 * 표준약관).
 */
export const NOTICE_DAYS = 7;
export const UNFAVOURABLE_NOTICE_DAYS = 30;

/** Names in braces that are replaced when a document is shown (`{상호}`), and the fields of the business details that replace them. */
export const inlineNames = {
  상호: 'name',
  대표자: 'representative',
  사업자등록번호: 'businessNumber',
  '통신판매업 신고번호': 'mailOrderNumber',
  주소: 'address',
  전화번호: 'phone',
  이메일: 'email',
  '개인정보 보호책임자': 'privacyOfficer',
  '호스팅 제공자': 'hosting',
} as const;
/** Names that stand alone in a paragraph and are replaced by paragraphs, a table or another document. */
const blockNames = ['처리 목적', '수탁자', '국외 이전', '취소·환불 규정'];
const knownNames = [...Object.keys(inlineNames), ...blockNames];

const findUnknownName = (text: string): string | undefined =>
  [...text.matchAll(/\{([^{}\n]{1,40})\}/g)]
    .map(([, name = '']) => name)
    .find((name) => !knownNames.includes(name));

const MAX_LENGTH = 20_000;
/** Paragraphs, `## ` headings, `- ` lists and `|` tables of Markdown. */
export const documentText = textField({
  label: '내용',
  max: MAX_LENGTH,
  required: '내용 항목을 입력해 주세요.',
  multiline: true,
}).check(
  z.refine((text) => findUnknownName(text) === undefined, {
    error: ({ input }) =>
      `${withTopicParticle(`{${findUnknownName(String(input)) ?? ''}}`)} 쓸 수 없는 이름입니다.`,
  }),
);
