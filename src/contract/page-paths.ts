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
