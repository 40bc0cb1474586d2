import { matchRoutes, UNSAFE_ErrorResponseImpl as ErrorResponse, type RouteObject } from 'react-router';
import type { ClientRoutes } from '#core/feature/web/web-feature.ts';
import { LAZY_IMPORT_FAILED } from '#platform/web/client/navigation/lazy-import.ts';
import { features } from './features.ts';

/** True when only the route `*` of `routes` matches `path`; a client-rendered page may still match. */
export const isUnmatched = (routes: RouteObject[], path: string): boolean =>
  matchRoutes(routes, path)?.at(-1)?.route.path === '*';

/** Imports the routes of the client-rendered pages and of the offline page. On failure throws an error that `ErrorPage` recognizes. */
export const loadClientRoutes = async (): Promise<readonly RouteObject[]> => {
  try {
    const modules = await Promise.all([
      import('./client-routes.tsx'),
      ...features.flatMap(({ loadClientRoutes: load }) => load?.() ?? []),
    ]);
    return modules.flatMap(({ clientRoutes = [] }: ClientRoutes) => clientRoutes);
  } catch (error) {
    throw new ErrorResponse(503, LAZY_IMPORT_FAILED, error);
  }
};
