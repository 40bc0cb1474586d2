import { defineSection, type SectionBody } from '#core/content/contract/content-section.ts';
import { field, laterCheck, number } from '#core/content/contract/field.ts';
import { MAX_HORIZON_DAYS } from './bookable-dates.ts';
import { meetingHours } from './meeting-hours.ts';
import { questionListFields } from './question-fields.ts';

const dayFields = (day: string) => field('slots', `${day}요일`, meetingHours.shape.monday);

/** The rules, the hours and the questions of booking. */
export const reservationSections = {
  booking: defineSection({
    name: 'booking',
    group: 'booking',
    position: 6,
    title: '예약 규칙',
    summary: '언제까지 예약하고 바꿀 수 있는지',
    path: '/reserve',
    fields: {
      /** Visitors book up to this many days ahead. */
      horizonDays: number(
        '며칠 뒤까지 예약을 받을까요? (일)',
        1,
        MAX_HORIZON_DAYS,
        '오늘부터 365일까지 정할 수 있습니다.',
      ),
      /** A slot closes to customers this many hours before it starts; with 0, when it starts. */
      leadHours: number(
        '미팅 몇 시간 전에 예약을 마감할까요? (시간)',
        0,
        336,
        '0이면 시작할 때까지 예약을 받습니다.',
      ),
      /** Members cancel and move a reservation until this many hours before the meeting. */
      changeHours: number('미팅 몇 시간 전까지 변경하거나 취소할 수 있게 할까요? (시간)', 0, 720),
      /** Limits of booking by members: upcoming reservations, and those of one date that are not cancelled, begun ones included. */
      maxUpcoming: number('한 회원이 예약해 둘 수 있는 미팅 (건)', 1, 50),
      maxPerDate: number('한 회원이 하루에 예약할 수 있는 미팅 (건)', 1, 5),
      /** A chosen slot is held at most this long while the form is filled in. */
      holdMinutes: number('선택한 시간을 몇 분 동안 잡아 둘까요? (분)', 1, 60),
      /** Whether clients choose between a meeting in the studio and one by phone. Bodies stored before this field existed lack it. */
      offersPhone: laterCheck('전화 미팅도 받기', false),
    },
  }),
  hours: defineSection({
    name: 'hours',
    group: 'booking',
    position: 7,
    title: '미팅 시간',
    summary: '요일마다 미팅을 예약할 수 있는 시간. 내일부터 바꿀 수 있습니다.',
    path: '/reserve',
    fields: {
      effectiveFrom: field(
        'date',
        '적용 시작일',
        meetingHours.shape.effectiveFrom,
        '전날까지는 현재 시간을 유지합니다. 같은 날 적용하기로 한 변경이 있으면 이 내용으로 대체합니다.',
      ),
      monday: dayFields('월'),
      tuesday: dayFields('화'),
      wednesday: dayFields('수'),
      thursday: dayFields('목'),
      friday: dayFields('금'),
      saturday: dayFields('토'),
      sunday: dayFields('일'),
    },
  }),
  questions: defineSection({
    name: 'bookingQuestions',
    group: 'booking',
    position: 7.5,
    title: '사전 질문',
    summary: '예약할 때 고객에게 묻는 질문. 예약의 마지막 단계에 표시됩니다.',
    path: '/reserve',
    fields: questionListFields,
  }),
};

export type BookingRules = SectionBody<typeof reservationSections.booking>;
export type BookingQuestions = SectionBody<typeof reservationSections.questions>;
