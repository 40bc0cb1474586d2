import { startTransition, StrictMode, useEffect, useRef } from 'react';
import type { ReactNode } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { createBrowserRouter, matchRoutes, UNSAFE_ErrorResponseImpl as ErrorResponse } from 'react-router';
import type { HydrationState } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import type { Studio } from '#contract/studio.ts';
import { browserApi } from './api/browser-api.ts';
import { LOAD_FAILURE_ID } from './load-failure-id.ts';
import { makeRoutes } from './routes.tsx';
import { setNavigate } from './shell/navigate.ts';
import { listenBeforeRouter } from './shell/take-back.ts';

interface PageData {
  readonly loaderData: HydrationState['loaderData'];
  readonly errors: Record<string, { status: number; isRouteError?: boolean }> | null;
  readonly studio: Studio;
}

declare global {
  interface Window {
    /** Of the document's script: the button that was pressed before there was code for it. Ends the watch. */
    takePress?: () => HTMLButtonElement | null | undefined;
  }
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

/** Its effect comes after those of all that it holds. */
const Hydrated = ({ onReady, children }: { onReady: () => void; children: ReactNode }) => {
  const isDone = useRef(false);
  useEffect(() => {
    if (!isDone.current) onReady();
    isDone.current = true;
  }, [onReady]);
  return children;
};

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
  listenBeforeRouter();
  const router = createBrowserRouter(routes, { hydrationData: { loaderData, errors: reviveErrors(errors) } });
  setNavigate((path) => void router.navigate(path));
  const root = document.getElementById('root');
  if (root === null) return;
  startTransition(() => {
    // From here on React itself answers.
    const press = window.takePress?.();
    hydrateRoot(
      root,
      <StrictMode>
        <Hydrated onReady={() => press?.click()}>
          <RouterProvider router={router} />
        </Hydrated>
      </StrictMode>,
    );
  });
};

/** A public page stands without; a member's page says that it could not be loaded. */
const showFailure = (error: unknown): void => {
  const failure = document.getElementById(LOAD_FAILURE_ID);
  if (failure !== null) failure.hidden = false;
  // What is no missing code is a fault of ours: it stays visible as one.
  if (!(error instanceof Response)) reportError(error);
};

start().catch(showFailure);
