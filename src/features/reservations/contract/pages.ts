import type { Page } from '#platform/contract/page.ts';

export const reservationPages = {
  reserve: { path: '/reserve', audience: 'public', menu: { name: 'site', label: '예약', position: 3 } },
  type: { path: '/reserve/type', audience: 'private' },
  date: { path: '/reserve/date', audience: 'private' },
  form: { path: '/reserve/form', audience: 'private' },
  complete: { path: '/reserve/complete', audience: 'private' },
  history: {
    path: '/reservation-history',
    audience: 'private',
    menu: { name: 'member', label: '예약 내역', position: 1 },
  },
  adminReservations: {
    path: '/admin/reservations',
    audience: 'private',
    menu: { name: 'admin', label: '예약 관리', position: 3 },
  },
  adminPhoneReservation: { path: '/admin/reservations/new', audience: 'private' },
  adminReservation: { path: '/admin/reservations/:id', audience: 'private' },
  adminSchedule: {
    path: '/admin/schedule',
    audience: 'private',
    menu: { name: 'admin', label: '일정 관리', position: 5 },
  },
} as const satisfies Readonly<Record<string, Page>>;
