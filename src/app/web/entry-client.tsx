import '#platform/web/styles/fonts.css';
import { startTransition, StrictMode, useEffect, useRef, type ReactNode } from 'react';
import {
  createBrowserRouter,
  matchRoutes,
  UNSAFE_ErrorResponseImpl as ErrorResponse,
  type HydrationState,
} from 'react-router';
import { RouterProvider } from 'react-router/dom';
import type { Studio } from '#core/content/contract/studio.ts';
import type { RouteHandle } from '#core/content/web/page-meta.ts';
import { LOAD_FAILURE_ID } from '#core/content/web/pages/load-failure-id.ts';
import { lazyApi } from '#platform/web/client/api/lazy-api.ts';
import { subscribeSession } from '#platform/web/client/api/session.ts';
import { lazyImport } from '#platform/web/client/navigation/lazy-import.ts';
import { setNavigate } from '#platform/web/client/navigation/navigate.ts';
import { installPopstateInterceptor } from '#platform/web/client/navigation/popstate-interceptor.ts';
import { prefetchLinkedPages } from '#platform/web/client/navigation/prefetch.ts';
import { loadDeferredFonts } from './document/deferred-fonts.ts';
import { SERVICE_WORKER_URL, installTrustedTypesPolicy } from './document/trusted-types.ts';
import { isUnmatched, loadClientRoutes } from './lazy-routes.ts';
import { makeRoutes, PAGES_ROUTE_ID } from './routes.tsx';

interface PageData {
  readonly loaderData: Record<string, unknown> & { readonly root: Studio };
  readonly errors?: Record<string, { status: number; isRouteError?: boolean }>;
}

declare global {
  interface Window {
    /** Set by the inline script of a public page: returns the button clicked first before hydration and stops listening. */
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
          isRouteError ? new ErrorResponse(status, '', null) : new Error('Server error'),
        ]),
      );

/** Calls `onReady` once, after the first effects of its children. */
const OnHydrated = ({ onReady, children }: { onReady: () => void; children: ReactNode }) => {
  const isDone = useRef(false);
  useEffect(() => {
    if (!isDone.current) onReady();
    isDone.current = true;
  }, [onReady]);
  return children;
};

const startRouter = async ({ loaderData, errors }: PageData) => {
  const isClientRoute = isUnmatched(makeRoutes(lazyApi), location.pathname);
  const routes = makeRoutes(lazyApi, isClientRoute ? await loadClientRoutes() : []);
  const matched = matchRoutes(routes, location) ?? [];
  // Loads the code of the current page before hydration, which must render the same page as the server.
  await Promise.all(
    matched.map(async ({ route }) => {
      if (typeof route.lazy !== 'function') return;
      Object.assign(route, await route.lazy(), { lazy: undefined });
    }),
  );
  prefetchLinkedPages(async (path) => (isUnmatched(routes, path) ? [...(await loadClientRoutes())] : routes));
  installPopstateInterceptor();
  const router = createBrowserRouter(routes, {
    hydrationData: { loaderData, errors: reviveErrors(errors) },
    patchRoutesOnNavigation: async ({ path, patch }) => {
      if (!isClientRoute && isUnmatched(routes, path)) patch(PAGES_ROUTE_ID, [...(await loadClientRoutes())]);
    },
  });
  const isPublic = !matched.some(({ route }) => (route.handle as RouteHandle | undefined)?.isClientRendered);
  return { router, isPublic };
};

/** Ends the current task, so that input events can be handled before the next long one. */
const yieldToMainThread = (): Promise<void> => new Promise((resolve) => void setTimeout(resolve));

/**
 * Registers the service worker with its offline page. Only after a public page was shown, so that it does not delay the page.
 */
const registerServiceWorker = async (): Promise<void> => {
  if (import.meta.env.DEV || !('serviceWorker' in navigator)) return;
  // Registration fails, for example, when storage is blocked. The site works without the offline page.
  await navigator.serviceWorker.register(SERVICE_WORKER_URL).catch(() => undefined);
};

/** The document does not contain this link, because the browser would load the manifest and its icon along with the main picture. */
const linkManifest = (): void => {
  const link = document.createElement('link');
  link.rel = 'manifest';
  link.href = '/site.webmanifest';
  document.head.append(link);
};

/** Loads what the page does not need at first. A browser with `requestIdleCallback` loads it when idle, to spare the CPU of phones. */
const loadDeferredAssets = async (isPublic: boolean): Promise<void> => {
  await new Promise<void>((resolve) => void (window.requestIdleCallback ?? setTimeout)(() => resolve()));
  await loadDeferredFonts();
  linkManifest();
  if (isPublic) await registerServiceWorker();
};

const start = async (): Promise<void> => {
  await yieldToMainThread();
  // React DOM is about half of the code. As a file of its own it runs in another task, so that a phone can handle input in between.
  const [{ hydrateRoot }, { router, isPublic }] = await Promise.all([
    lazyImport(() => import('react-dom/client')),
    startRouter(readPageData()),
  ]);
  await yieldToMainThread();
  // Updates this tab's menu after a login or logout in another tab.
  subscribeSession(() => undefined);
  setNavigate((path) => void router.navigate(path));
  const root = document.getElementById('root');
  if (root === null) throw new Error('The document has no #root element');
  startTransition(() => {
    // Stops capturing clicks, because React handles them from here on.
    const clickedButton = window.takeFirstClick?.();
    const onReady = (): void => {
      clickedButton?.click();
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

/** A public page works without client code; a client-rendered page shows that it failed to load. */
const showLoadFailure = (error: unknown): void => {
  const failure = document.getElementById(LOAD_FAILURE_ID);
  if (failure !== null) failure.hidden = false;
  // An error other than failed loading is a bug, so it is reported.
  if (!(error instanceof Response || error instanceof ErrorResponse)) reportError(error);
};

installTrustedTypesPolicy();
start().catch(showLoadFailure);
