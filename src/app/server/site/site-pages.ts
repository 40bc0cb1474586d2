import type { Page } from '#platform/contract/page.ts';
import { appPages } from '../../contract/pages.ts';
import { features } from '../features.ts';

/** All pages, in the order of the sitemap. */
export const sitePages: readonly Page[] = [appPages, ...features.map(({ pages }) => pages ?? {})].flatMap(
  (pages) => Object.values<Page>(pages),
);

const pathsOf = ({ path, paths = [path] }: Page): readonly string[] => paths;

/** Paths that search engines may index. The sitemap lists them. */
export const indexablePaths: readonly string[] = sitePages
  .filter(({ audience }) => audience === 'public')
  .flatMap(pathsOf);

/** Paths whose pages are identical for every visitor without a session, so the response cache may serve them. */
export const guestPaths: readonly string[] = sitePages
  .filter(({ audience }) => audience !== undefined)
  .flatMap(pathsOf);

/** Paths of `guestPaths` that show what members wrote. */
export const pathsWrittenByMembers: readonly string[] = sitePages
  .filter(({ showsTextsOfMembers }) => showsTextsOfMembers)
  .flatMap(pathsOf);

const privatePrefixes = new Set(
  sitePages.filter(({ audience }) => audience === undefined).map(({ path }) => path.split(':')[0] ?? path),
);

/** Path prefixes that robots.txt disallows: private pages and non-page endpoints. */
export const disallowedPaths: readonly string[] = [
  '/api/',
  '/oauth2/',
  ...[...privatePrefixes].filter(
    (path) => ![...privatePrefixes].some((other) => other !== path && path.startsWith(other)),
  ),
];
