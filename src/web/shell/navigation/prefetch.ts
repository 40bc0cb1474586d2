import { matchRoutes } from 'react-router';
import type { RouteObject } from 'react-router';
import { isUnmatched, loadClientRoutes } from '#web/lazy-routes.ts';

const prefetchPage = async (routes: RouteObject[], path: string): Promise<void> => {
  const known = isUnmatched(routes, path) ? [...(await loadClientRoutes())] : routes;
  for (const { route } of matchRoutes(known, path) ?? [])
    if (typeof route.lazy === 'function') await route.lazy();
};

/** Loads the code of a page when a link to it is hovered or focused. */
export const prefetchLinkedPages = (routes: RouteObject[]): void => {
  const loadNext = ({ target }: Event): void => {
    const link = target instanceof Element ? target.closest('a') : null;
    if (link === null || link.origin !== location.origin) return;
    // Errors are ignored here and shown when the link is followed.
    prefetchPage(routes, link.pathname).catch(() => undefined);
  };
  addEventListener('pointerover', loadNext, { passive: true });
  addEventListener('focusin', loadNext);
};
