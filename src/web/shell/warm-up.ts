import { matchRoutes } from 'react-router';
import type { RouteObject } from 'react-router';

/** Loads the code of a page when a link to it is pointed at or reached by keys: it is there when the link is followed. */
export const warmUp = (routes: RouteObject[]): void => {
  const loadNext = ({ target }: Event): void => {
    const link = target instanceof Element ? target.closest('a') : null;
    if (link === null || link.origin !== location.origin) return;
    for (const { route } of matchRoutes(routes, link.pathname) ?? [])
      // Whoever follows the link finds out what is wrong.
      if (typeof route.lazy === 'function') void route.lazy().catch(() => undefined);
  };
  addEventListener('pointerover', loadNext, { passive: true });
  addEventListener('focusin', loadNext);
};
