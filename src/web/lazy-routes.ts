import { matchRoutes, UNSAFE_ErrorResponseImpl as ErrorResponse } from 'react-router';
import type { RouteObject } from 'react-router';
import { LAZY_IMPORT_FAILED } from '#web/shell/navigation/lazy-import.ts';

/** Whether none of `routes` has a page at `path`: it may be one of a member or an admin. */
export const isUnmatched = (routes: RouteObject[], path: string): boolean =>
  matchRoutes(routes, path)?.at(-1)?.route.path === '*';

/** The pages that public ones do without. Throws what `ErrorPage` takes for code that did not come. */
export const loadClientRoutes = async (): Promise<readonly RouteObject[]> => {
  try {
    return (await import('./client-routes.ts')).clientRoutes;
  } catch {
    throw new ErrorResponse(503, LAZY_IMPORT_FAILED, null);
  }
};
