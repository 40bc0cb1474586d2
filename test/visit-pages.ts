import type { RouteObject } from 'react-router';
import { createInternalFetch } from '#app/server/site/page-rendering.ts';
import { createPages } from '#app/web/entry-server.tsx';
import { loadClientRoutes } from '#app/web/lazy-routes.ts';
import { makeRoutes } from '#app/web/routes.tsx';
import type { Api } from '#platform/web/client/api/api.ts';
import type { TestApp } from './test-app.ts';

const listPaths = (routes: readonly RouteObject[]): string[] =>
  routes.flatMap(({ path, children = [] }) => [
    ...listPaths(children),
    ...(path === undefined ? [] : [`/${path}`]),
  ]);

/** The path of each page, with its parameters as `:name`. */
export const pagePaths = ['/', ...listPaths(makeRoutes({} as Api, await loadClientRoutes()))];

/** Returns a function that renders a page of the app by its path and query. */
export const createVisit = (app: TestApp, fetchApi = createInternalFetch(app.hono)) => {
  const origin = app.deps.env.publicUrl;
  const render = createPages({
    fetchApi,
    origin,
    assets: { css: '', entry: '/entry.js', fonts: [] },
    verification: {},
  });
  return (path: string): Promise<Response> => render(new Request(origin + path));
};
