import { matchPath } from 'react-router';
import { describe, expect, it } from 'vitest';
import { paths } from '#core/content/web/paths.ts';
import { disallowedPaths, guestPages, indexablePaths, sitePages } from './site-pages.ts';

/** An example of each kind of link. */
const examples: Readonly<Record<keyof typeof paths, string>> = {
  ...(Object.fromEntries(
    Object.entries(paths).map(([name, build]) => [name, (build as (value: string) => string)('1')]),
  ) as Record<keyof typeof paths, string>),
  category: paths.category('WEDDING'),
  reserveDate: paths.reserveDate('WEDDING'),
  legalDocument: paths.legalDocument('terms', 2),
};
const { socialLogin: _, ...links } = examples;

describe('the pages of the site', () => {
  it.each(Object.entries(links))('the link %s leads to a page', (_name, link) => {
    const { pathname } = new URL(link, 'https://studio.example');
    expect(sitePages.filter(({ path }) => matchPath(path, pathname) !== null)).not.toEqual([]);
  });

  it('each path is declared once', () => {
    const declared = sitePages.map(({ path }) => path);
    expect(declared.filter((path, index) => declared.indexOf(path) !== index)).toEqual([]);
  });

  it('public pages are indexed and cached, pages of guests are cached, and robots may open no other page', () => {
    expect(indexablePaths).toEqual(expect.arrayContaining(['/', '/question', '/terms']));
    const ofGuests = ['/login', '/register', '/find-id', '/find-password'];
    const isCached = (path: string): boolean => guestPages.some(({ isPath }) => isPath(path));
    for (const path of [...indexablePaths, '/category/WEDDING', '/category/ID_PHOTO', ...ofGuests])
      expect([path, isCached(path)]).toEqual([path, true]);
    const notCached = [
      '/category/wedding',
      '/category/WEDDING_MAIN',
      '/category/',
      '/category/A/B',
      '/my-info',
      '/admin',
    ];
    for (const path of notCached) expect([path, isCached(path)]).toEqual([path, false]);
    const withQuery = guestPages.filter(({ queryNames }) => queryNames.size > 0);
    expect(withQuery.map(({ isPath, queryNames }) => [isPath('/reserve/date'), [...queryNames]])).toEqual([
      [true, ['category']],
    ]);
    expect([...disallowedPaths].sort()).toEqual([
      '/admin',
      '/api/',
      '/change-password',
      '/my-info',
      '/oauth-success',
      '/oauth2/',
      '/question/edit/',
      '/question/new',
      '/reservation-history',
      '/reserve/complete',
      '/reserve/form',
      '/reserve/type',
      '/setup',
      '/social-extra',
      '/withdraw',
    ]);
  });
});
