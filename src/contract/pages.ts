import { shootTypes } from './shoot-types.ts';

/** The pages that search engines are led to, by path. */
export const openPages: readonly string[] = [
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

/** Where search engines have nothing to look for: what is a member's, an admin's or no page. */
export const closedPlaces: readonly string[] = [
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
