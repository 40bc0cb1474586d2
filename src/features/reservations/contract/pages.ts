import type { Page } from '#platform/contract/page.ts';

export const reservationPages = {
  reserve: { path: '/reserve', audience: 'public', menu: { name: 'site', label: '예약', position: 3 } },
  type: { path: '/reserve/type', title: '사전 미팅 예약 · 카테고리', audience: 'private' },
  date: { path: '/reserve/date', title: '사전 미팅 예약 · 날짜와 시간', audience: 'private' },
  form: { path: '/reserve/form', title: '사전 미팅 예약 · 정보', audience: 'private' },
  complete: { path: '/reserve/complete', title: '사전 미팅 예약 완료', audience: 'private' },
  history: {
    path: '/reservation-history',
    title: '예약 내역',
    audience: 'private',
    menu: { name: 'member', label: '예약 내역', position: 1 },
  },
  adminReservations: {
    path: '/admin/reservations',
    title: '예약 관리',
    audience: 'private',
    menu: { name: 'admin', label: '예약 관리', position: 3 },
  },
  adminPhoneReservation: { path: '/admin/reservations/new', title: '예약 등록', audience: 'private' },
  adminReservation: { path: '/admin/reservations/:id', title: '예약', audience: 'private' },
  adminSchedule: {
    path: '/admin/schedule',
    title: '일정 관리',
    audience: 'private',
    menu: { name: 'admin', label: '일정 관리', position: 5 },
  },
} as const satisfies Readonly<Record<string, Page>>;
