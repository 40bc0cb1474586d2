import './styles/fonts.css';
import { startTransition, StrictMode, useEffect, useRef } from 'react';
import type { ReactNode } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { createBrowserRouter, matchRoutes, UNSAFE_ErrorResponseImpl as ErrorResponse } from 'react-router';
import type { HydrationState } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import type { Studio } from '#contract/studio.ts';
import { lateApi } from './api/late-api.ts';
import { subscribeSession } from './auth/session.ts';
import { addLateFonts } from './late-fonts.ts';
import { LOAD_FAILURE_ID } from './load-failure-id.ts';
import type { RouteHandle } from './meta.ts';
import { isElsewhere, loadClientRoutes } from './other-routes.ts';
import { makeRoutes, PAGES_ID } from './routes.tsx';
import { setNavigate } from './shell/navigate.ts';
import { listenBeforeRouter } from './shell/take-back.ts';
import { warmUp } from './shell/warm-up.ts';
import { SERVICE_WORKER, trustStrings } from './trust-strings.ts';

interface PageData {
  readonly loaderData: Record<string, unknown> & { readonly root: Studio };
  readonly errors?: Record<string, { status: number; isRouteError?: boolean }>;
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
  errors === undefined
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

const startRouter = async ({ loaderData, errors }: PageData) => {
  const isOther = isElsewhere(makeRoutes(lateApi, loaderData.root), location.pathname);
  const routes = makeRoutes(lateApi, loaderData.root, isOther ? await loadClientRoutes() : []);
  const matched = matchRoutes(routes, location) ?? [];
  // The page that the server rendered is taken over only with its own code at hand.
  await Promise.all(
    matched.map(async ({ route }) => {
      if (typeof route.lazy !== 'function') return;
      Object.assign(route, await route.lazy(), { lazy: undefined });
    }),
  );
  warmUp(routes);
  listenBeforeRouter();
  const router = createBrowserRouter(routes, {
    hydrationData: { loaderData, errors: reviveErrors(errors) },
    patchRoutesOnNavigation: async ({ path, patch }) => {
      if (!isOther && isElsewhere(routes, path)) patch(PAGES_ID, [...(await loadClientRoutes())]);
    },
  });
  const isPublic = !matched.some(({ route }) => (route.handle as RouteHandle | undefined)?.isClient);
  return { router, isPublic };
};

/** Lets a finger be answered between two long steps. */
const takeBreath = (): Promise<void> => new Promise((resolve) => void setTimeout(resolve));

/** A page for the time without a network. Public pages alone bring it: they are loaded and shown by now. */
const keepOfflinePage = async (): Promise<void> => {
  if (import.meta.env.DEV || !('serviceWorker' in navigator)) return;
  // Storage may be blocked; nothing is lost but that page.
  await navigator.serviceWorker.register(SERVICE_WORKER).catch(() => undefined);
};

/** What nobody waits for, once the page answers: only then, since a phone's two cores have enough to do before. */
const bringRest = async (isPublic: boolean): Promise<void> => {
  // Safari has no idle callback.
  await new Promise<void>((resolve) => void (window.requestIdleCallback ?? setTimeout)(() => resolve()));
  await addLateFonts();
  if (isPublic) await keepOfflinePage();
};

const start = async (): Promise<void> => {
  await takeBreath();
  const { router, isPublic } = await startRouter(readPageData());
  await takeBreath();
  // A login or logout in another tab changes the menu of this one.
  subscribeSession(() => undefined);
  setNavigate((path) => void router.navigate(path));
  const root = document.getElementById('root');
  if (root === null) throw new Error('no root');
  startTransition(() => {
    // From here on React itself answers.
    const press = window.takePress?.();
    const onReady = (): void => {
      press?.click();
      void bringRest(isPublic);
    };
    hydrateRoot(
      root,
      <StrictMode>
        <Hydrated onReady={onReady}>
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
  if (!(error instanceof Response || error instanceof ErrorResponse)) reportError(error);
};

trustStrings();
start().catch(showFailure);
