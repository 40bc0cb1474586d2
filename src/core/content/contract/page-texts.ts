import { group, items, line, text } from './field.ts';

const title = (label: string, hint?: string) => line(label, { max: 40, hint });
/** Shown by search engines and messengers. */
const description = line('검색 결과에 보일 설명', { max: 200 });

const steps = {
  stepsTitle: title('예약 순서의 제목'),
  steps: items('예약 순서', '순서', { title: title('제목'), body: text('내용') }, { min: 1, max: 6 }),
};

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
    refundTitle: title('환불 기준의 제목', '그 아래의 기준은 시행 중인 ‘취소·환불 규정’에서 옵니다.'),
    description,
  }),
  reserve: group('예약 화면', {
    lead: text('안내 문구'),
    ...steps,
    hoursTitle: title('미팅 시간의 제목'),
    description,
  }),
};
