import * as z from 'zod/mini';
import { group, items, line, optionalLine, text } from './field.ts';

const title = (label: string, hint?: string) => line(label, { max: 40, hint });
/** Shown by search engines and messengers. */
const description = line('검색 결과에 보일 설명', { max: 200 });

const step = { title: title('제목'), body: text('내용') };
const steps = {
  stepsTitle: title('예약 순서의 제목'),
  steps: items('예약 순서', '순서', step, { min: 1, max: 6 }),
};

const priceSteps = items('진행 순서', '순서', step, { max: 6 });

/** Headings, short texts and search descriptions of public pages that belong to no other section. */
export const pageFields = {
  home: group('홈', {
    categoriesTitle: title('카테고리의 제목'),
    latestTitle: title('최근 사진의 제목'),
    ...steps,
    pricesTitle: title('가격의 제목'),
    questionsTitle: title('문의의 제목'),
    socialText: text('소셜 미디어 안내'),
  }),
  introduce: group('소개 화면', { invitationTitle: title('마무리 글의 제목'), description }),
  price: group('가격 화면', {
    lead: text('안내 문구'),
    stepsTitle: optionalLine('진행 순서의 제목', {
      max: 40,
      hint: '비워 두면 진행 순서를 표시하지 않습니다.',
    }),
    steps: { ...priceSteps, schema: z._default(priceSteps.schema, []) },
    refundTitle: title(
      '환불 기준의 제목',
      '그 아래의 기준은 시행 중인 ‘취소·환불 규정’에서 옵니다. 표의 줄이 모두 ‘촬영일 7일 전까지’처럼 시작하면 날짜로 된 예시도 표시됩니다.',
    ),
    description,
  }),
  reserve: group('예약 화면', {
    lead: text('안내 문구'),
    ...steps,
    hoursTitle: title('미팅 시간의 제목'),
    description,
  }),
};
