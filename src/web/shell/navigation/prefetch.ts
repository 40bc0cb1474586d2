import { matchRoutes, type RouteObject } from 'react-router';
import { isUnmatched, loadClientRoutes } from '#web/lazy-routes.ts';

const prefetchPage = async (routes: RouteObject[], path: string): Promise<void> => {
  const loadedRoutes = isUnmatched(routes, path) ? [...(await loadClientRoutes())] : routes;
  for (const { route } of matchRoutes(loadedRoutes, path) ?? [])
    if (typeof route.lazy === 'function') await route.lazy();
};

/** Prefetches the code of a page when a link to it is hovered or focused. */
export const prefetchLinkedPages = (routes: RouteObject[]): void => {
  const prefetchTarget = ({ target }: Event): void => {
    const link = target instanceof Element ? target.closest('a') : null;
    if (link === null || link.origin !== location.origin) return;
    // Following the link shows the error.
    prefetchPage(routes, link.pathname).catch(() => undefined);
  };
  addEventListener('pointerover', prefetchTarget, { passive: true });
  addEventListener('focusin', prefetchTarget);
};
