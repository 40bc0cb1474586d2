import { renderToString } from 'react-dom/server';
import {
  createStaticHandler,
  createStaticRouter,
  isRouteErrorResponse,
  matchRoutes,
  StaticRouterProvider,
} from 'react-router';
import type { DataRouteObject } from 'react-router';
import type { CallInput, Endpoint } from '#contract/endpoint.ts';
import type { Studio } from '#contract/studio.ts';
import type { Api, CallOptions } from './api/api.ts';
import { buildRequest, readPage, readResponse } from './api/request.ts';
import { renderDocument } from './document.ts';
import type { Assets } from './document.ts';
import { metaOf } from './meta.ts';
import type { RouteHandle } from './meta.ts';
import { makeRoutes } from './routes.tsx';

export interface PageDeps {
  /** Answers a request to the API without a network between. */
  readonly fetchApi: (request: Request) => Promise<Response>;
  readonly studio: Studio;
  readonly origin: string;
  readonly assets: Assets;
}

const serverApi = (fetchApi: PageDeps['fetchApi'], origin: string): Api => {
  const send = <E extends Endpoint>(endpoint: E, input: CallInput<E>, options?: CallOptions) => {
    const [url, init] = buildRequest(endpoint, input, options);
    return fetchApi(new Request(new URL(url, origin), init));
  };
  return {
    call: async (endpoint, input, options) => readResponse(await send(endpoint, input, options)),
    callPage: async (endpoint, input, options) => readPage(await send(endpoint, input, options)),
  };
};

/** What travels of an error: never more than its status. */
const visibleErrors = (errors: Record<string, unknown> | null): Record<string, unknown> | null =>
  errors === null
    ? null
    : Object.fromEntries(
        Object.entries(errors).map(([id, error]) => [
          id,
          isRouteErrorResponse(error) ? { status: error.status, isRouteError: true } : { status: 500 },
        ]),
      );

const isHandOffPage = (routes: DataRouteObject[], path: string): boolean =>
  (matchRoutes(routes, path) ?? []).some(
    ({ route }) => (route.handle as RouteHandle | undefined)?.takesHandOff === true,
  );

/** Renders pages: a whole document, or the redirect that a loader threw. */
export const createPages = ({ fetchApi, studio, origin, assets }: PageDeps) => {
  const handler = createStaticHandler(makeRoutes(serverApi(fetchApi, origin), studio));
  return async (request: Request): Promise<Response> => {
    const url = new URL(request.url);
    const takesHandOff = isHandOffPage(handler.dataRoutes, url.pathname);
    // What is handed over is the browser's: no loader and no markup sees it.
    const context = await handler.query(
      takesHandOff ? new Request(url.origin + url.pathname, request) : request,
    );
    if (context instanceof Response) return context;
    const router = createStaticRouter(handler.dataRoutes, context);
    const html = renderToString(<StaticRouterProvider router={router} context={context} hydrate={false} />);
    const meta = metaOf(
      router.state.matches.map(({ route, pathname, params }) => ({
        handle: route.handle as unknown,
        loaderData: context.loaderData[route.id] as unknown,
        pathname,
        params,
      })),
      studio,
    );
    const document = renderDocument({
      assets,
      meta,
      studio,
      origin,
      path: url.pathname,
      html,
      data: { loaderData: context.loaderData, errors: visibleErrors(context.errors), studio },
      isUrgent: meta.isPrivate === true,
      takesHandOff,
    });
    return new Response(document, {
      status: context.statusCode,
      headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-cache' },
    });
  };
};
