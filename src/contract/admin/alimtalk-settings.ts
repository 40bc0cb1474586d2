import * as z from 'zod/mini';
import { optionalTextField, textField } from '#contract/text/text-field.ts';

/** The variables of each template, which KakaoTalk reviews with its text. */
export const alimtalkVariables = {
  booked: ['스튜디오', '고객명', '일시', '카테고리', '주소', '전화번호', '링크'],
  moved: ['스튜디오', '고객명', '이전일시', '일시', '카테고리', '주소', '전화번호', '링크'],
  cancelled: ['스튜디오', '고객명', '일시', '카테고리', '전화번호', '링크'],
  reminder: ['스튜디오', '고객명', '일시', '카테고리', '주소', '전화번호', '링크'],
  answered: ['스튜디오', '고객명', '전화번호', '링크'],
  documentChanged: ['스튜디오', '고객명', '문서', '시행일', '링크'],
} as const;
export type AlimtalkName = keyof typeof alimtalkVariables;
export const alimtalkNames = Object.keys(alimtalkVariables) as AlimtalkName[];

/** KakaoTalk's review of a template. Only an approved one is sent; SMS is sent otherwise. */
export const reviewStates = ['DRAFT', 'SUBMITTED', 'APPROVED', 'REJECTED'] as const;

const ADVERTISING = ['할인', '이벤트', '쿠폰', '특가', '세일', '프로모션', '사은품', '경품', '적립', '당첨'];
const VARIABLE = /#\{([^{}]{0,40})\}/g;

/** Replaces `#{이름}` by its value; undefined for a name without one. */
export const fillVariables = (text: string, values: Readonly<Record<string, string>>): string | undefined => {
  const names = [...text.matchAll(VARIABLE)].map(([, name = '']) => name);
  if (names.some((name) => values[name] === undefined)) return undefined;
  return text.replaceAll(VARIABLE, (_, name: string) => values[name] ?? '');
};

/** Describes what KakaoTalk or the law (정보통신망법 제50조) would refuse in a template. */
const describeDefect = (name: AlimtalkName, text: string): string | undefined => {
  const word = ADVERTISING.find((advertising) => text.includes(advertising));
  if (word !== undefined)
    return `광고로 볼 수 있는 말(${word})을 빼 주세요. 알림톡으로는 예약과 문의에 관한 안내만 보낼 수 있습니다.`;
  const known: readonly string[] = alimtalkVariables[name];
  const unknown = [...text.matchAll(VARIABLE)].find(([, variable = '']) => !known.includes(variable));
  if (unknown !== undefined)
    return `${unknown[0]} 변수는 쓸 수 없습니다. 쓸 수 있는 변수: ${known.map((one) => `#{${one}}`).join(' ')}`;
  return undefined;
};

const template = (name: AlimtalkName) =>
  z
    .object({
      text: textField({ label: '내용', max: 1_000, required: '내용을 입력해 주세요.', multiline: true }),
      code: optionalTextField({ label: '템플릿 코드', max: 100 }),
      review: z.enum(reviewStates, '검수 상태를 골라 주세요.'),
      /** Why KakaoTalk rejected it. */
      reason: optionalTextField({ label: '반려 사유', max: 500, multiline: true }),
    })
    .check(
      z.check(({ value, issues }) => {
        const message = describeDefect(name, value.text);
        if (message !== undefined)
          issues.push({ code: 'custom', input: value.text, path: ['text'], message });
      }),
      z.refine(({ review, code }) => review !== 'APPROVED' || code !== '', {
        path: ['code'],
        error: '승인된 템플릿의 코드를 입력해 주세요.',
      }),
    );

/** Messages by KakaoTalk. Without a sender profile everything is sent as SMS. */
export const alimtalkSettings = z.object({
  /** `@studio` at SENS, `KA01PF…` at SOLAPI; empty to send SMS only. */
  channelId: optionalTextField({ label: '발신 프로필', max: 60 }),
  booked: template('booked'),
  moved: template('moved'),
  cancelled: template('cancelled'),
  reminder: template('reminder'),
  answered: template('answered'),
  documentChanged: template('documentChanged'),
});
export type AlimtalkSettings = z.output<typeof alimtalkSettings>;
