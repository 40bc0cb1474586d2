import { line, text, type SectionField, type SectionText } from './section-field.ts';

const group = (name: string, label: string, fields: readonly SectionField[]): SectionField => ({
  kind: 'group',
  name,
  label,
  fields,
});

const description = line('description', '검색 결과에 보일 설명');

const steps: readonly SectionField[] = [
  line('stepsTitle', '예약 순서의 제목'),
  {
    kind: 'items',
    name: 'steps',
    label: '예약 순서',
    noun: '순서',
    fields: [line('title', '제목'), text('body', '내용')],
    blank: { title: '', body: '' },
  },
];

export const pagesSection: SectionText = {
  title: '화면 문구',
  summary: '첫 화면, 소개, 가격, 예약 화면의 제목과 안내, 검색 결과에 보일 설명',
  path: '/price',
  fields: [
    group('home', '첫 화면', [
      line('categoriesTitle', '카테고리의 제목'),
      line('latestTitle', '최근 사진의 제목'),
      ...steps,
      line('pricesTitle', '가격의 제목'),
      line('questionsTitle', '문의의 제목'),
      text('socialText', '소셜 미디어 안내'),
    ]),
    group('introduce', '소개 화면', [line('invitationTitle', '초대하는 글의 제목'), description]),
    group('price', '가격 화면', [
      text('lead', '안내 문구'),
      line('refundTitle', '환불 기준의 제목', '그 아래의 기준은 시행 중인 ‘취소·환불 규정’에서 옵니다.'),
      description,
    ]),
    group('reserve', '예약 화면', [
      text('lead', '안내 문구'),
      ...steps,
      line('hoursTitle', '미팅 시간의 제목'),
      description,
    ]),
  ],
};
