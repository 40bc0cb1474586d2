import defaultContent from '#content/default-content.json' with { type: 'json' };
import { featureSection } from '#core/content/server/feature-section.ts';
import type { Feature } from '#core/feature/server/feature.ts';
import { adminReservationEndpoints } from '../contract/admin-reservations.ts';
import { reservationPages } from '../contract/pages.ts';
import { reservationEndpoints } from '../contract/reservations.ts';
import { scheduleEndpoints } from '../contract/schedule.ts';
import { reservationSections } from '../contract/sections.ts';
import { adminReservationRoutes } from './admin/routes.ts';
import { calendarRoutes } from './calendar/routes.ts';
import { reservationTables } from './described-tables.ts';
import { reservationMessageKinds } from './messages/message-kinds.ts';
import { queueReminders } from './messages/queue-reminders.ts';
import { releaseReservations } from './release-reservations.ts';
import { reservationRoutes } from './routes.ts';
import { changeHours, insertPlans } from './schedule/change-hours.ts';
import { extendRecurringClosures } from './schedule/closures.ts';
import { adoptGuestHold } from './schedule/hold-slot.ts';
import { scheduleRoutes } from './schedule/routes.ts';

const BOOKING_ITEMS = '카테고리, 미팅 날짜와 시간, 상품, 희망 촬영 날짜, 촬영 장소, 요청 사항';

export const reservations = {
  // Routes match in this order, so fixed paths come before parameters: `/my` before `/{id}`.
  endpoints: {
    reservations: { ...reservationEndpoints, ...scheduleEndpoints, ...adminReservationEndpoints },
  },
  pages: reservationPages,
  routes: [...reservationRoutes, ...scheduleRoutes, ...calendarRoutes, ...adminReservationRoutes],
  tables: reservationTables,
  purposes: [
    {
      name: '사전 미팅 예약',
      items: `${BOOKING_ITEMS}, 올린 경우 참고 사진`,
      reason: '사전 미팅과 촬영의 준비, 계약의 이행',
      retention: '탈퇴할 때까지. 계약에 관한 기록은 5년',
    },
    // A purpose of its own, because the texts of the others are part of policies in force and must not change.
    {
      name: '사전 질문',
      items: '예약할 때 사전 질문에 답한 내용, 선택한 미팅 방법',
      reason: '사전 미팅과 촬영의 준비',
      retention: '탈퇴할 때까지',
    },
    {
      name: '전화·메시지 예약(비회원)',
      items: `이름, 전화번호, ${BOOKING_ITEMS}`,
      reason: '사전 미팅과 촬영의 준비, 계약의 이행, 예약 안내 문자의 발송',
      retention: '미팅일 또는 취소일부터 5년',
    },
    {
      name: '예약 메모',
      items: '스튜디오가 예약에 적은 메모',
      reason: '사전 미팅과 촬영의 준비',
      retention: '탈퇴할 때까지. 비회원은 미팅일 또는 취소일부터 5년',
    },
  ],
  messages: reservationMessageKinds,
  dailyJobs: { closures: ({ db }, now) => extendRecurringClosures(db, now) },
  intervalJobs: [{ delayMs: 60_000, run: queueReminders }],
  hooks: { sessionCreated: adoptGuestHold, memberDeleted: releaseReservations },
  sections: [
    featureSection(reservationSections.booking, ({ initial }) => ({
      ...defaultContent.booking,
      changeHours: initial.changeHours,
    })),
    featureSection(reservationSections.questions, { questions: [] }),
    featureSection(reservationSections.hours, defaultContent.hours, {
      onFirst: (tx, body) => insertPlans(tx, body, null),
      onPublish: async (tx, body, { keptReservations, now }) => {
        await changeHours(tx, body, keptReservations, now);
        return { keptReservations };
      },
    }),
  ],
} satisfies Feature;
