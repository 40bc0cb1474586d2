import './styles/fonts.css';
import { startTransition, StrictMode, useEffect, useRef } from 'react';
import type { ReactNode } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { createBrowserRouter, matchRoutes, UNSAFE_ErrorResponseImpl as ErrorResponse } from 'react-router';
import type { HydrationState } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import type { Studio } from '#contract/studio.ts';
import { lazyApi } from '#web/api/lazy-api.ts';
import { subscribeSession } from './auth/session.ts';
import { loadDeferredFonts } from '#web/document/deferred-fonts.ts';
import { LOAD_FAILURE_ID } from '#web/document/load-failure-id.ts';
import type { RouteHandle } from '#web/document/page-meta.ts';
import { isUnmatched, loadClientRoutes } from './lazy-routes.ts';
import { makeRoutes, PAGES_ROUTE_ID } from './routes.tsx';
import { setNavigate } from '#web/shell/navigation/navigate.ts';
import { installPopstateInterceptor } from '#web/shell/navigation/popstate-interceptor.ts';
import { prefetchLinkedPages } from '#web/shell/navigation/prefetch.ts';
import { SERVICE_WORKER_URL, installTrustedTypesPolicy } from '#web/document/trusted-types.ts';

interface PageData {
  readonly loaderData: Record<string, unknown> & { readonly root: Studio };
  readonly errors?: Record<string, { status: number; isRouteError?: boolean }>;
}

declare global {
  interface Window {
    /** Of the document's script: the button that was pressed before there was code for it. Ends the watch. */
    takeFirstClick?: () => HTMLButtonElement | null | undefined;
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
const OnHydrated = ({ onReady, children }: { onReady: () => void; children: ReactNode }) => {
  const isDone = useRef(false);
  useEffect(() => {
    if (!isDone.current) onReady();
    isDone.current = true;
  }, [onReady]);
  return children;
};

const startRouter = async ({ loaderData, errors }: PageData) => {
  const isOther = isUnmatched(makeRoutes(lazyApi, loaderData.root), location.pathname);
  const routes = makeRoutes(lazyApi, loaderData.root, isOther ? await loadClientRoutes() : []);
  const matched = matchRoutes(routes, location) ?? [];
  // The page that the server rendered is taken over only with its own code at hand.
  await Promise.all(
    matched.map(async ({ route }) => {
      if (typeof route.lazy !== 'function') return;
      Object.assign(route, await route.lazy(), { lazy: undefined });
    }),
  );
  prefetchLinkedPages(routes);
  installPopstateInterceptor();
  const router = createBrowserRouter(routes, {
    hydrationData: { loaderData, errors: reviveErrors(errors) },
    patchRoutesOnNavigation: async ({ path, patch }) => {
      if (!isOther && isUnmatched(routes, path)) patch(PAGES_ROUTE_ID, [...(await loadClientRoutes())]);
    },
  });
  const isPublic = !matched.some(({ route }) => (route.handle as RouteHandle | undefined)?.isClientRendered);
  return { router, isPublic };
};

/** Lets a finger be answered between two long steps. */
const yieldToMainThread = (): Promise<void> => new Promise((resolve) => void setTimeout(resolve));

/** A page for the time without a network. Public pages alone bring it: they are loaded and shown by now. */
const registerServiceWorker = async (): Promise<void> => {
  if (import.meta.env.DEV || !('serviceWorker' in navigator)) return;
  // Storage may be blocked; nothing is lost but that page.
  await navigator.serviceWorker.register(SERVICE_WORKER_URL).catch(() => undefined);
};

/** What nobody waits for, once the page answers: only then, since a phone's two cores have enough to do before. */
const loadDeferredAssets = async (isPublic: boolean): Promise<void> => {
  // Safari has no idle callback.
  await new Promise<void>((resolve) => void (window.requestIdleCallback ?? setTimeout)(() => resolve()));
  await loadDeferredFonts();
  if (isPublic) await registerServiceWorker();
};

const start = async (): Promise<void> => {
  await yieldToMainThread();
  const { router, isPublic } = await startRouter(readPageData());
  await yieldToMainThread();
  // A login or logout in another tab changes the menu of this one.
  subscribeSession(() => undefined);
  setNavigate((path) => void router.navigate(path));
  const root = document.getElementById('root');
  if (root === null) throw new Error('no root');
  startTransition(() => {
    // From here on React itself answers.
    const press = window.takeFirstClick?.();
    const onReady = (): void => {
      press?.click();
      void loadDeferredAssets(isPublic);
    };
    hydrateRoot(
      root,
      <StrictMode>
        <OnHydrated onReady={onReady}>
          <RouterProvider router={router} />
        </OnHydrated>
      </StrictMode>,
    );
  });
};

/** A public page stands without; a member's page says that it could not be loaded. */
const showLoadFailure = (error: unknown): void => {
  const failure = document.getElementById(LOAD_FAILURE_ID);
  if (failure !== null) failure.hidden = false;
  // What is no missing code is a fault of ours: it stays visible as one.
  if (!(error instanceof Response || error instanceof ErrorResponse)) reportError(error);
};

installTrustedTypesPolicy();
start().catch(showLoadFailure);
