import { clientPage } from '#core/content/web/page-route.tsx';
import { reservationPages as pages } from '../contract/pages.ts';

export const clientRoutes = [
  clientPage(pages.type, '사전 미팅 예약 · 카테고리', () => import('./booking/shoot-type-page.tsx')),
  clientPage(pages.form, '사전 미팅 예약 · 정보', () => import('./booking/details-page.tsx')),
  clientPage(pages.complete, '사전 미팅 예약 완료', () => import('./booking/complete-page.tsx')),
  clientPage(pages.history, '예약 내역', () => import('./history/history-page.tsx')),
  clientPage(pages.adminReservations, '예약 관리', () => import('./admin/admin-reservations-page.tsx')),
  clientPage(pages.adminPhoneReservation, '예약 등록', () => import('./admin/phone-reservation-page.tsx')),
  clientPage(pages.adminReservation, '예약', () => import('./admin/admin-reservation-page.tsx')),
  clientPage(pages.adminSchedule, '일정 관리', () => import('./schedule/admin-schedule-page.tsx')),
];

export const loadSections = async () => (await import('../contract/sections.ts')).reservationSections;
