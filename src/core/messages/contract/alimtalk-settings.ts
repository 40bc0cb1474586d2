import * as z from 'zod/mini';
import { group, optionalLine, optionalText, select, text } from '#core/content/contract/field.ts';

/** The variables of each template, which KakaoTalk reviews with its text. */
const alimtalkVariables = {
  booked: ['스튜디오', '고객명', '일시', '카테고리', '주소', '전화번호', '링크'],
  moved: ['스튜디오', '고객명', '이전일시', '일시', '카테고리', '주소', '전화번호', '링크'],
  cancelled: ['스튜디오', '고객명', '일시', '카테고리', '전화번호', '링크'],
  reminder: ['스튜디오', '고객명', '일시', '카테고리', '주소', '전화번호', '링크'],
  answered: ['스튜디오', '고객명', '전화번호', '링크'],
  visibilityChanged: ['스튜디오', '고객명', '공개여부', '전화번호', '링크'],
  documentChanged: ['스튜디오', '고객명', '문서', '시행일', '링크'],
} as const;
export type AlimtalkName = keyof typeof alimtalkVariables;

/** KakaoTalk's review of a template. Only an approved one is sent; SMS is sent otherwise. */
export const reviewLabels = {
  DRAFT: '작성 중',
  SUBMITTED: '검수 중',
  APPROVED: '승인',
  REJECTED: '반려',
} as const;
type ReviewState = keyof typeof reviewLabels;
export const reviewStates = Object.keys(reviewLabels) as ReviewState[];

const ADVERTISING = ['할인', '이벤트', '쿠폰', '특가', '세일', '프로모션', '사은품', '경품', '적립', '당첨'];
const VARIABLE = /#\{([^{}]{0,40})\}/g;

/** Replaces `#{이름}` by its value; undefined for a name without one. */
export const fillVariables = (text: string, values: Readonly<Record<string, string>>): string | undefined => {
  const names = [...text.matchAll(VARIABLE)].map(([, name = '']) => name);
  if (names.some((name) => values[name] === undefined)) return undefined;
  return text.replaceAll(VARIABLE, (_, name: string) => values[name] ?? '');
};

/** Describes a word of advertising (정보통신망법 제50조) or an unknown variable in a template, which KakaoTalk may refuse. */
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

const template = (name: AlimtalkName, label: string) =>
  group(
    label,
    {
      text: {
        ...text('내용', {
          max: 1_000,
          required: '내용을 입력해 주세요.',
          hint: `검수받은 내용과 글자 하나까지 같아야 합니다. 변수: ${alimtalkVariables[name].map((variable) => `#{${variable}}`).join(' ')}`,
        }),
        kind: 'template' as const,
      },
      review: select('검수 상태', reviewLabels, '검수 상태를 선택해 주세요.'),
      code: optionalLine('템플릿 코드', { hint: '승인되면 문자 업체의 콘솔에 표시되는 코드입니다.' }),
      /** Why KakaoTalk rejected it. */
      reason: optionalText('반려 사유', { hint: '반려되었을 때 적어 둡니다.' }),
    },
    z.check(({ value, issues }) => {
      const message = describeDefect(name, value.text);
      if (message !== undefined) issues.push({ code: 'custom', input: value.text, path: ['text'], message });
    }),
    z.refine(({ review, code }) => review !== 'APPROVED' || code !== '', {
      path: ['code'],
      error: '승인된 템플릿의 코드를 입력해 주세요.',
    }),
  );

const visibilityChanged = template('visibilityChanged', '공개 여부 변경');

/** Messages by KakaoTalk. Without a sender profile they are sent as SMS. */
export const alimtalkFields = {
  /** `@studio` at SENS, `KA01PF…` at SOLAPI; empty to send SMS only. */
  channelId: optionalLine('발신 프로필', {
    max: 60,
    hint: 'SENS는 @로 시작하는 채널 이름, 솔라피는 KA01PF로 시작하는 아이디입니다. 비워 두면 모두 문자로 보냅니다.',
  }),
  booked: template('booked', '예약 확정'),
  moved: template('moved', '예약 변경'),
  cancelled: template('cancelled', '예약 취소'),
  reminder: template('reminder', '미팅 알림'),
  answered: template('answered', '답변 등록'),
  /** Settings that were published earlier may lack it. */
  visibilityChanged: {
    ...visibilityChanged,
    schema: z._default(visibilityChanged.schema, {
      text: '[#{스튜디오}] 문의의 공개 여부가 변경되었습니다.\n\n#{고객명} 님, 남겨 주신 문의가 #{공개여부}로 변경되었습니다.\n\n■ 문의: #{전화번호}\n\n내 문의 보기: #{링크}',
      review: 'DRAFT',
      code: '',
      reason: '',
    }),
  },
  documentChanged: template('documentChanged', '약관 변경'),
};
