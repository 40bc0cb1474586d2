import type { Page } from '#platform/contract/page.ts';

export const reservationPages = {
  reserve: { path: '/reserve', audience: 'public', menu: { name: 'site', label: '예약', position: 3 } },
  type: { path: '/reserve/type' },
  date: { path: '/reserve/date', audience: 'public', query: ['category'] },
  form: { path: '/reserve/form' },
  complete: { path: '/reserve/complete' },
  history: {
    path: '/reservation-history',
    menu: { name: 'member', label: '예약 내역', position: 1 },
  },
  adminReservations: {
    path: '/admin/reservations',
    menu: { name: 'admin', label: '예약 관리', position: 3 },
  },
  adminPhoneReservation: { path: '/admin/reservations/new' },
  adminReservation: { path: '/admin/reservations/:id' },
  adminSchedule: {
    path: '/admin/schedule',
    menu: { name: 'admin', label: '일정 관리', position: 5 },
  },
} as const satisfies Readonly<Record<string, Page>>;
