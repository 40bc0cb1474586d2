import * as z from 'zod/mini';
import { itemId, line, paragraph, uniqueIds } from './section-schemas.ts';

const title = (label = '제목') => line(label, 40);
/** Shown by search engines and messengers. */
const description = line('검색 결과에 보일 설명', 200);

const MAX_STEPS = 6;
const STEPS = `1개부터 ${MAX_STEPS}개까지 등록할 수 있습니다.`;
const steps = z
  .array(z.object({ id: itemId, title: title(), body: paragraph('내용') }))
  .check(z.minLength(1, STEPS), z.maxLength(MAX_STEPS, STEPS), uniqueIds);

/** Headings, short texts and search descriptions of public pages that belong to no other section. */
export const pageTexts = z.object({
  home: z.object({
    categoriesTitle: title('카테고리의 제목'),
    latestTitle: title('최근 사진의 제목'),
    stepsTitle: title('예약 순서의 제목'),
    steps,
    pricesTitle: title('가격의 제목'),
    questionsTitle: title('문의의 제목'),
    socialText: paragraph('소셜 미디어 안내'),
  }),
  introduce: z.object({ invitationTitle: title('초대하는 글의 제목'), description }),
  price: z.object({ lead: paragraph('안내 문구'), refundTitle: title('환불 기준의 제목'), description }),
  reserve: z.object({
    lead: paragraph('안내 문구'),
    stepsTitle: title('예약 순서의 제목'),
    steps,
    hoursTitle: title('미팅 시간의 제목'),
    description,
  }),
});
export type PageTexts = z.output<typeof pageTexts>;
export type BookingStep = PageTexts['home']['steps'][number];
