import { shootTypes } from './shoot-types.ts';

/** Paths of pages that search engines may index. */
export const indexablePaths: readonly string[] = [
  '/',
  '/introduce',
  '/price',
  ...shootTypes.map((type) => `/category/${type}`),
  '/reserve',
  '/inquiry',
  '/question',
  '/terms',
  '/privacy',
  '/over14',
];

/** Paths of pages that are the same for every guest. */
export const guestPaths: readonly string[] = [
  ...indexablePaths,
  '/login',
  '/register',
  '/find-id',
  '/find-password',
];

/** Paths that search engines must not crawl: pages of members and admins, and everything that is not a page. */
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
  '/social-extra',
  '/withdraw',
];
