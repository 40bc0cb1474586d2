import { renderToStaticMarkup, renderToString } from 'react-dom/server';
import {
  createStaticHandler,
  createStaticRouter,
  isRouteErrorResponse,
  matchRoutes,
  StaticRouter,
  StaticRouterProvider,
} from 'react-router';
import { studioEndpoints, type Studio } from '#core/content/contract/studio.ts';
import { findPageMeta, notFoundMeta, type PageMeta, type RouteHandle } from '#core/content/web/page-meta.ts';
import { iconBase } from '#core/files/contract/logos.ts';
import { photoEndpoints, type PhotosByCategory } from '#core/files/contract/photos.ts';
import { type MetaImage, toShareImage } from '#core/files/web/photo-view.ts';
import type { CallInput, Endpoint } from '#platform/contract/endpoint.ts';
import type { Api, CallOptions } from '#platform/web/client/api/api.ts';
import { buildRequest, readPage, readResponse } from '#platform/web/client/api/request.ts';
import type { PageAssets, PageMode, SiteVerification } from '../contract/page-document.ts';
import { extractCriticalCss } from './document/critical-css.ts';
import { renderDocument, type DocumentInput } from './document/render-document.ts';
import { loadClientRoutes } from './lazy-routes.ts';
import { makeRoutes } from './routes.tsx';
import { NotOpenPage } from './site/not-open-page.tsx';

export { inlineScriptsOf } from './document/render-document.ts';

/** In production, removes an attribute that React Router adds for its framework mode, which the site does not use. */
const dropRouterAttributes = (html: string): string =>
  import.meta.env.PROD ? html.replaceAll(' data-discover="true"', '') : html;

/** After this time search engines may ask again whether the site is open. */
const NOT_OPEN_RETRY_S = '3600';

export interface PageDeps {
  /** Handles an API request in process, without the network. */
  readonly fetchApi: (request: Request) => Promise<Response>;
  readonly origin: string;
  readonly assets: PageAssets;
  readonly verification: SiteVerification;
  /** The content security policy of a document with this inline style. */
  readonly createCsp?: (inlineStyle: string) => string;
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

/** Serializes the status of each error and whether it is a route error, because other details must not reach the browser. */
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
    // Compares the result, because a bundler may remove an unused pure call.
    return decodeURIComponent(path) !== '';
  } catch {
    return false;
  }
};

/**
 * Escapes the percent signs of a path that cannot be decoded. React Router would write a warning about such a path to the console.
 */
const escapeUndecodable = (path: string): string => (isDecodable(path) ? path : path.replaceAll('%', '%25'));

const handlesOf = (
  matches: readonly { readonly route: { readonly handle?: unknown } }[],
): readonly RouteHandle[] => matches.map(({ route }) => (route.handle ?? {}) as RouteHandle);

const scriptLoadingOf = (handles: readonly RouteHandle[], mode: PageMode): DocumentInput['scriptLoading'] => {
  if (handles.some(({ isOfflinePage }) => isOfflinePage)) return 'reconnect';
  if (handles.some(({ isClientRendered }) => isClientRendered)) return 'urgent';
  return mode === 'app' ? 'idle' : 'none';
};

/** The representative photo, or the icon when there is none or the request fails. */
const findShareImage = (api: Api, studio: Studio): Promise<MetaImage> => {
  const icon = { imageUrl: `${iconBase(studio.logo)}icon-512.png`, width: 512, height: 512, alt: '' };
  return api.call(photoEndpoints.homePhotos, {}).then(
    ({ REPRESENTATIVE }) => toShareImage(REPRESENTATIVE) ?? icon,
    () => icon,
  );
};

const headersOf = (meta: PageMeta, handles: readonly RouteHandle[]): Record<string, string> => ({
  'content-type': 'text/html; charset=utf-8',
  // The URL may contain the OAuth handoff tokens.
  'cache-control': handles.some(({ acceptsHandoffToken }) => acceptsHandoffToken) ? 'no-store' : 'no-cache',
  ...(handles.some(({ sendsNoReferrer }) => sendsNoReferrer) ? { 'referrer-policy': 'no-referrer' } : {}),
  ...(meta.isNoindex === true ? { 'x-robots-tag': 'noindex' } : {}),
});

/** A page without what `respond` adds to it. */
type RenderedPage = Omit<DocumentInput, 'assets' | 'origin' | 'verification' | 'inlineStyle'>;

/** Creates the function that responds to a request with an HTML document, or with the redirect of a loader. */
export const createPages = ({ fetchApi, origin, assets, verification, createCsp }: PageDeps) => {
  const api = serverApi(fetchApi, origin);
  const creatingHandler = loadClientRoutes().then((routes) => createStaticHandler(makeRoutes(api, routes)));

  /** Excludes failed pages from search and adds the default share image to indexed pages without one. */
  const completeMeta = async (meta: PageMeta, studio: Studio, status: number): Promise<PageMeta> => {
    if (status === 404) return notFoundMeta;
    if (meta.isNoindex === true || status >= 400) return { ...meta, isNoindex: true };
    return { ...meta, image: meta.image ?? (await findShareImage(api, studio)) };
  };

  const respond = (page: RenderedPage, status: number, headers: Record<string, string>): Response => {
    const html = dropRouterAttributes(page.html);
    // Without the rules of other pages more of the document fits into the first packets of a connection.
    const inlineStyle = page.scriptLoading === 'urgent' ? assets.css : extractCriticalCss(assets.css, html);
    const csp = createCsp?.(inlineStyle);
    return new Response(renderDocument({ ...page, html, assets, origin, verification, inlineStyle }), {
      status,
      headers: { ...headers, ...(csp === undefined ? {} : { 'content-security-policy': csp }) },
    });
  };

  const renderNotOpen = async (): Promise<Response> => {
    const [studio, photos] = await Promise.all([
      api.call(studioEndpoints.studio, {}),
      api.call(photoEndpoints.homePhotos, {}).catch((): PhotosByCategory => ({})),
    ]);
    const page = <NotOpenPage studio={studio} photo={photos.REPRESENTATIVE} />;
    const html = renderToStaticMarkup(<StaticRouter location="/">{page}</StaticRouter>);
    const meta = { title: studio.name, isNoindex: true };
    return respond(
      { meta, studio, path: '/', html, data: null, scriptLoading: 'none', acceptsHandoffToken: false },
      503,
      { ...headersOf(meta, []), 'cache-control': 'no-store', 'retry-after': NOT_OPEN_RETRY_S },
    );
  };

  return async (request: Request, mode: PageMode = 'app'): Promise<Response> => {
    if (mode === 'notOpen') return renderNotOpen();
    const handler = await creatingHandler;
    const url = new URL(request.url);
    url.pathname = escapeUndecodable(url.pathname);
    const matched = matchRoutes(handler.dataRoutes, url.pathname) ?? [];
    const acceptsHandoffToken = handlesOf(matched).some((handle) => handle.acceptsHandoffToken);
    // Removes the query with the OAuth handoff tokens before loaders or components can read it.
    const requestUrl = acceptsHandoffToken ? url.origin + url.pathname : url.href;
    const context = await handler.query(
      requestUrl === request.url ? request : new Request(requestUrl, request),
    );
    if (context instanceof Response) return context;
    // A lazy route may get its handle only when the first request for its page loads it.
    const handles = handlesOf(context.matches);
    // The loaders do not run for a path that no route matches, such as one with a line break.
    const loaded = context.loaderData['root'] as Studio | undefined;
    const studio = loaded ?? (await api.call(studioEndpoints.studio, {}));
    const router = createStaticRouter(handler.dataRoutes, context);
    const html = renderToString(<StaticRouterProvider router={router} context={context} hydrate={false} />);
    const matches = router.state.matches.map(({ route, pathname, params }) => ({
      handle: route.handle as unknown,
      loaderData: context.loaderData[route.id] as unknown,
      pathname,
      params,
    }));
    const meta = await completeMeta(findPageMeta(matches, studio), studio, context.statusCode);
    return respond(
      {
        meta,
        studio,
        path: url.pathname,
        html,
        data: { loaderData: context.loaderData, errors: serializeErrors(context.errors) },
        scriptLoading: scriptLoadingOf(handles, mode),
        acceptsHandoffToken,
      },
      context.statusCode,
      headersOf(meta, handles),
    );
  };
};
