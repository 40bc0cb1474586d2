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
import { photoEndpoints } from '#contract/photos.ts';
import type { Studio } from '#contract/studio.ts';
import type { Api, CallOptions } from './api/api.ts';
import { buildRequest, readPage, readResponse } from './api/request.ts';
import { clientRoutes } from './client-routes.ts';
import { renderDocument } from '#web/document/render-document.ts';
import type { Assets, DocumentInput, SiteVerification } from '#web/document/render-document.ts';
import { findPageMeta } from '#web/document/page-meta.ts';
import type { PageMeta, MetaImage, RouteHandle } from '#web/document/page-meta.ts';
import { toShareImage } from '#web/photos/photo-view.ts';
import { makeRoutes } from './routes.tsx';

export { inlineContentOf } from '#web/document/render-document.ts';

// For the router's own framework, which is not used here; React would miss it in development alone.
const ROUTER_LINK_ATTRIBUTE = ' data-discover="true"';

export interface PageDeps {
  /** Answers a request to the API without a network between. */
  readonly fetchApi: (request: Request) => Promise<Response>;
  readonly studio: Studio;
  readonly origin: string;
  readonly assets: Assets;
  readonly verification: SiteVerification;
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

/** What travels of an error: never more than its status. Nothing where there is none. */
const serializeErrors = (errors: Record<string, unknown> | null): Record<string, unknown> | undefined =>
  errors === null
    ? undefined
    : Object.fromEntries(
        Object.entries(errors).map(([id, error]) => [
          id,
          isRouteErrorResponse(error) ? { status: error.status, isRouteError: true } : { status: 500 },
        ]),
      );

const isDecodable = (path: string): boolean => {
  try {
    // The result is used, or the bundler removes the call as pure.
    return decodeURIComponent(path) !== '';
  } catch {
    return false;
  }
};

/**
 * The router writes a path that it cannot decode to the console. Such a path names no page, so its percent signs are escaped:
 * they stand for themselves.
 */
const escapeUndecodable = (path: string): string => (isDecodable(path) ? path : path.replaceAll('%', '%25'));

const handlesOf = (routes: DataRouteObject[], path: string): readonly RouteHandle[] =>
  (matchRoutes(routes, path) ?? []).map(({ route }) => (route.handle ?? {}) as RouteHandle);

const scriptLoadingOf = (handles: readonly RouteHandle[]): DocumentInput['scriptLoading'] => {
  if (handles.some(({ isStatic }) => isStatic)) return 'none';
  return handles.some(({ isClientRendered }) => isClientRendered) ? 'urgent' : 'idle';
};

/** What the studio is known by where a page has no picture of its own. */
const FALLBACK_SHARE_IMAGE: MetaImage = { imageUrl: '/icon-512.png', width: 512, height: 512, alt: '' };

const findShareImage = (api: Api): Promise<MetaImage> =>
  api.call(photoEndpoints.homePhotos, {}).then(
    ({ REPRESENTATIVE }) => toShareImage(REPRESENTATIVE) ?? FALLBACK_SHARE_IMAGE,
    () => FALLBACK_SHARE_IMAGE,
  );

const headersOf = (meta: PageMeta, handles: readonly RouteHandle[]): Record<string, string> => ({
  'content-type': 'text/html; charset=utf-8',
  // What is handed over stands in the address.
  'cache-control': handles.some(({ acceptsHandoffToken }) => acceptsHandoffToken) ? 'no-store' : 'no-cache',
  ...(handles.some(({ sendsNoReferrer }) => sendsNoReferrer) ? { 'referrer-policy': 'no-referrer' } : {}),
  ...(meta.isNoindex === true ? { 'x-robots-tag': 'noindex' } : {}),
});

/** Renders pages: a whole document, or the redirect that a loader threw. */
export const createPages = ({ fetchApi, studio, origin, assets, verification }: PageDeps) => {
  const api = serverApi(fetchApi, origin);
  const handler = createStaticHandler(makeRoutes(api, studio, clientRoutes));

  /** A page that failed is nothing to be found by. */
  const completeMeta = async (meta: PageMeta, status: number): Promise<PageMeta> => {
    if (meta.isNoindex === true || status >= 400) return { ...meta, isNoindex: true };
    return { ...meta, image: meta.image ?? (await findShareImage(api)) };
  };

  return async (request: Request): Promise<Response> => {
    const url = new URL(request.url);
    url.pathname = escapeUndecodable(url.pathname);
    const handles = handlesOf(handler.dataRoutes, url.pathname);
    const acceptsHandoffToken = handles.some((handle) => handle.acceptsHandoffToken);
    // What is handed over is the browser's: no loader and no markup sees it.
    const address = acceptsHandoffToken ? url.origin + url.pathname : url.href;
    const context = await handler.query(address === request.url ? request : new Request(address, request));
    if (context instanceof Response) return context;
    const router = createStaticRouter(handler.dataRoutes, context);
    const rendered = renderToString(
      <StaticRouterProvider router={router} context={context} hydrate={false} />,
    );
    const matches = router.state.matches.map(({ route, pathname, params }) => ({
      handle: route.handle as unknown,
      loaderData: context.loaderData[route.id] as unknown,
      pathname,
      params,
    }));
    const meta = await completeMeta(findPageMeta(matches, studio), context.statusCode);
    const document = renderDocument({
      assets,
      meta,
      studio,
      origin,
      verification,
      path: url.pathname,
      html: import.meta.env.PROD ? rendered.replaceAll(ROUTER_LINK_ATTRIBUTE, '') : rendered,
      data: { loaderData: context.loaderData, errors: serializeErrors(context.errors) },
      scriptLoading: scriptLoadingOf(handles),
      acceptsHandoffToken,
    });
    return new Response(document, { status: context.statusCode, headers: headersOf(meta, handles) });
  };
};
