import type { LegalDocumentKind } from './legal/documents.ts';
import { shootTypes } from './shoot-types.ts';

/** Paths that search engines may index. The sitemap lists them. */
export const indexablePaths: readonly string[] = [
  '/',
  '/introduce',
  '/price',
  '/notice',
  '/faq',
  ...shootTypes.map((type) => `/category/${type}`),
  '/reserve',
  '/inquiry',
  '/question',
  '/terms',
  '/privacy',
  '/over14',
  '/refund',
];

/** Paths whose pages are identical for every visitor without a session, so the response cache may serve them. */
export const guestPaths: readonly string[] = [
  ...indexablePaths,
  '/login',
  '/register',
  '/find-id',
  '/find-password',
];

/** Paths of `guestPaths` that show what members wrote. */
export const pathsWrittenByMembers: readonly string[] = ['/question'];

/** Path prefixes that robots.txt disallows: member pages, admin pages and non-page endpoints. */
export const disallowedPaths: readonly string[] = [
  '/api/',
  '/oauth2/',
  '/admin',
  '/change-password',
  '/my-info',
  '/oauth-success',
  '/question/edit/',
  '/question/new',
  '/reservation-history',
  '/reserve/',
  '/setup',
  '/social-extra',
  '/withdraw',
];

// Pages that messages link to.
/** `reservationId` scrolls to that reservation. */
export const reservationHistoryPath = (reservationId?: number): string =>
  reservationId === undefined ? '/reservation-history' : `/reservation-history?id=${reservationId}`;
export const legalDocumentPath = (kind: LegalDocumentKind, version?: number): string =>
  version === undefined ? `/${kind}` : `/${kind}?v=${version}`;
export const adminReservationPath = (id: number): string => `/admin/reservations/${id}`;
