import { matchRoutes, type RouteObject } from 'react-router';

/** Resolves to the routes to which the path may lead. */
type FindRoutes = (path: string) => Promise<RouteObject[]>;

const prefetchPage = async (findRoutes: FindRoutes, path: string): Promise<void> => {
  for (const { route } of matchRoutes(await findRoutes(path), path) ?? [])
    if (typeof route.lazy === 'function') await route.lazy();
};

/** Prefetches the code of a page when a link to it is hovered or focused. */
export const prefetchLinkedPages = (findRoutes: FindRoutes): void => {
  const prefetchTarget = ({ target }: Event): void => {
    const link = target instanceof Element ? target.closest('a') : null;
    if (link === null || link.origin !== location.origin) return;
    // Following the link shows the error.
    prefetchPage(findRoutes, link.pathname).catch(() => undefined);
  };
  addEventListener('pointerover', prefetchTarget, { passive: true });
  addEventListener('focusin', prefetchTarget);
};
