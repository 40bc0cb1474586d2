import { authPages } from '#core/auth/contract/pages.ts';
import { messagePages } from '#core/messages/contract/pages.ts';
import { galleryPages } from '#features/gallery/contract/pages.ts';
import { memberPages } from '#features/members/contract/pages.ts';
import { contentPages } from '#features/pages/contract/pages.ts';
import { questionPages } from '#features/questions/contract/pages.ts';
import { reservationPages } from '#features/reservations/contract/pages.ts';
import type { Page } from '#platform/contract/page.ts';

/** The pages of several nouns. */
export const appPages = {
  home: { path: '/', audience: 'public' },
  introduce: { path: '/introduce', audience: 'public', menu: { name: 'site', label: '소개', position: 1 } },
  price: { path: '/price', audience: 'public', menu: { name: 'site', label: '가격', position: 2 } },
  desk: { path: '/admin', audience: 'private' },
  settings: {
    path: '/admin/settings',
    audience: 'private',
    menu: { name: 'admin', label: '설정', position: 6 },
  },
  staff: { path: '/admin/settings/staff', audience: 'private' },
  section: { path: '/admin/settings/:section', audience: 'private' },
  sectionHistory: { path: '/admin/settings/:section/history', audience: 'private' },
  sectionPreview: { path: '/admin/settings/:section/preview', audience: 'private' },
  adminMember: { path: '/admin/members/:id', audience: 'private' },
} as const satisfies Readonly<Record<string, Page>>;

/** All pages, in the order of the sitemap. */
export const sitePages: readonly Page[] = [
  appPages,
  contentPages,
  galleryPages,
  reservationPages,
  questionPages,
  authPages,
  memberPages,
  messagePages,
].flatMap((pages) => Object.values<Page>(pages));

const pathsOf = ({ path, paths = [path] }: Page): readonly string[] => paths;

/** Paths that search engines may index. The sitemap lists them. */
export const indexablePaths: readonly string[] = sitePages
  .filter(({ audience }) => audience === 'public')
  .flatMap(pathsOf);

/** Paths whose pages are identical for every visitor without a session, so the response cache may serve them. */
export const guestPaths: readonly string[] = sitePages
  .filter(({ audience }) => audience !== 'private')
  .flatMap(pathsOf);

/** Paths of `guestPaths` that show what members wrote. */
export const pathsWrittenByMembers: readonly string[] = sitePages
  .filter(({ showsTextsOfMembers }) => showsTextsOfMembers)
  .flatMap(pathsOf);

const privatePrefixes = new Set(
  sitePages.filter(({ audience }) => audience === 'private').map(({ path }) => path.split(':')[0] ?? path),
);

/** Path prefixes that robots.txt disallows: private pages and non-page endpoints. */
export const disallowedPaths: readonly string[] = [
  '/api/',
  '/oauth2/',
  ...[...privatePrefixes].filter(
    (path) => ![...privatePrefixes].some((other) => other !== path && path.startsWith(other)),
  ),
];
