import { startTransition, StrictMode } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { createBrowserRouter, matchRoutes, UNSAFE_ErrorResponseImpl as ErrorResponse } from 'react-router';
import type { HydrationState } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import type { Studio } from '#contract/studio.ts';
import { browserApi } from './api/browser-api.ts';
import { makeRoutes } from './routes.tsx';
import { setNavigate } from './shell/navigate.ts';

interface PageData {
  readonly loaderData: HydrationState['loaderData'];
  readonly errors: Record<string, { status: number; isRouteError?: boolean }> | null;
  readonly studio: Studio;
}

const readPageData = (): PageData =>
  JSON.parse(document.getElementById('page-data')?.textContent ?? '{}') as PageData;

const reviveErrors = (errors: PageData['errors']): HydrationState['errors'] =>
  errors === null
    ? null
    : Object.fromEntries(
        Object.entries(errors).map(([id, { status, isRouteError }]) => [
          id,
          isRouteError ? new ErrorResponse(status, '', null) : new Error('error on the server'),
        ]),
      );

const start = async (): Promise<void> => {
  const { loaderData, errors, studio } = readPageData();
  const routes = makeRoutes(browserApi, studio);
  // The page that the server rendered is taken over only with its own code at hand.
  await Promise.all(
    (matchRoutes(routes, location) ?? []).map(async ({ route }) => {
      if (typeof route.lazy !== 'function') return;
      Object.assign(route, await route.lazy(), { lazy: undefined });
    }),
  );
  const router = createBrowserRouter(routes, { hydrationData: { loaderData, errors: reviveErrors(errors) } });
  setNavigate((path) => void router.navigate(path));
  const root = document.getElementById('root');
  if (root === null) return;
  startTransition(() => {
    hydrateRoot(
      root,
      <StrictMode>
        <RouterProvider router={router} />
      </StrictMode>,
    );
  });
};

void start();
