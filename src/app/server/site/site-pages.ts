import { legalDocumentKinds } from '#core/content/contract/legal/documents.ts';
import { legalDocumentPath } from '#core/content/contract/page-paths.ts';
import type { Page } from '#platform/contract/page.ts';
import { appPages } from '../../contract/pages.ts';
import { features } from '../features.ts';

/** All pages except the offline page. The sitemap follows this order, but lists the categories last. */
export const sitePages: readonly Page[] = [appPages, ...features.map(({ pages }) => pages ?? {})].flatMap(
  (pages) => Object.values<Page>(pages),
);

/** Paths that search engines may index, except those with a parameter. */
export const indexablePaths: readonly string[] = sitePages
  .filter(({ audience, parameter }) => audience === 'public' && parameter === undefined)
  .map(({ path }) => path);

const matcherOf =
  ({ path, parameter }: Page) =>
  (actual: string): boolean => {
    if (parameter === undefined) return actual === path;
    const start = path.slice(0, path.indexOf(':'));
    return actual.startsWith(start) && parameter.test(actual.slice(start.length));
  };

/** Pages that are identical for every visitor without a session, so the response cache may serve them. */
export const guestPages = sitePages
  .filter(({ audience }) => audience !== undefined)
  .map((page) => ({
    isPath: matcherOf(page),
    queryNames: new Set(page.query),
    isKept: page.showsTextsOfMembers !== true,
  }));

const privatePrefixes = new Set(
  sitePages.filter(({ audience }) => audience === undefined).map(({ path }) => path.split(':')[0] ?? path),
);

/** Path prefixes that robots.txt disallows: private pages, the API and social login. */
export const disallowedPaths: readonly string[] = [
  '/api/',
  '/oauth2/',
  ...[...privatePrefixes].filter(
    (path) => ![...privatePrefixes].some((other) => other !== path && path.startsWith(other)),
  ),
];

/** The service worker caches this page. The page requests this path to see whether the server answers. */
export const OFFLINE_PATH = '/offline';

/** The router ignores letter case and slashes at the end. */
const segmentsOf = (path: string): string[] =>
  path
    .toLowerCase()
    .split('/')
    .filter((segment) => segment !== '');

const openPaths = [
  OFFLINE_PATH,
  ...legalDocumentKinds.map((kind) => legalDocumentPath(kind)),
  ...sitePages.filter(({ audience }) => audience !== 'public').map(({ path }) => path),
].map(segmentsOf);

/** Whether the page is shown while the site is not open yet: the pages that are not public, the legal texts and the offline page. */
export const staysOpen = (path: string): boolean => {
  const segments = segmentsOf(path);
  return openPaths.some(
    (open) =>
      open.length === segments.length &&
      open.every((segment, index) => segment.startsWith(':') || segment === segments[index]),
  );
};
