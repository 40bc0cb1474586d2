import { shootTypes } from './shoot-types.ts';

/** The paths of the pages for search engines. */
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

/** The pages that are the same for every guest. */
export const guestPaths: readonly string[] = [
  ...indexablePaths,
  '/login',
  '/register',
  '/find-id',
  '/find-password',
];

/** The paths that search engines leave out: pages of members and admins, and what is no page. */
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
