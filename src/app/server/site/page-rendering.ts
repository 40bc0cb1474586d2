import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Context, Hono } from 'hono';
import type { Manifest } from 'vite';
import { appError } from '#platform/contract/errors.ts';
import type { Deps } from '#platform/server/deps.ts';
import { readCaller } from '#platform/server/http/caller.ts';
import { createRateLimiter } from '#platform/server/http/overload/rate-limiter.ts';
import { pageCsp } from '#platform/server/http/security/csp.ts';
import type { ExternalOrigins } from '#platform/server/ports/storage/storage.ts';
import type { PageAssets, PageMode, SiteVerification } from '../../contract/page-document.ts';
import { isNotOpenYet } from './is-not-open-yet.ts';
import { staysOpen } from './site-pages.ts';

/** Renders a page request as a complete document or a redirect. */
type RenderPage = (request: Request, mode?: PageMode) => Promise<Response>;

interface PageRendererOptions {
  readonly fetchApi: (request: Request) => Promise<Response>;
  readonly origin: string;
  readonly verification: SiteVerification;
  readonly otherOrigins: ExternalOrigins;
}

/** Creates the page renderer. The code of the pages is loaded by path, so that the server's code does not contain it. */
export type CreatePageRenderer = (input: PageRendererOptions) => Promise<RenderPage>;

interface PagesModule {
  createPages(
    input: PageRendererOptions & { assets: PageAssets; createCsp: (inlineStyle: string) => string },
  ): RenderPage;
  /** All inline scripts that documents with these assets can run. */
  inlineScriptsOf(assets: PageAssets): readonly string[];
}

// The core fonts are preloaded except bold, which the client code loads later.
const isPreloadedFont = (file: string): boolean => /\/(text|display)-[^/]+\.woff2$/.test(file);

const readAssets = async (clientDir: string): Promise<PageAssets> => {
  const manifest = JSON.parse(await readFile(join(clientDir, '.vite/manifest.json'), 'utf8')) as Manifest;
  // The build puts all that the entry imports statically into one chunk (`vite.config.ts`).
  const entry = Object.values(manifest).find((chunk) => chunk.isEntry);
  if (entry === undefined) throw new Error(`no entry in the manifest of ${clientDir}`);
  const [cssFile, ...others] = entry.css ?? [];
  if (cssFile === undefined || others.length > 0) throw new Error('the entry has not one style sheet');
  const fonts = (entry.assets ?? []).filter(isPreloadedFont).map((file) => `/${file}`);
  const css = await readFile(join(clientDir, cssFile), 'utf8');
  const deferred = manifest['src/platform/web/styles/deferred-fonts.css'];
  if (deferred === undefined) throw new Error('the style sheet of the deferred fonts is missing');
  return {
    css,
    cssUrl: `/${cssFile}`,
    entry: `/${entry.file}`,
    fonts,
    deferredFonts: `/${deferred.file}`,
  };
};

/** A fetch function that calls the API in process. These requests are not rate limited, because the page request already is. */
export const createInternalFetch =
  (app: Hono) =>
  async (request: Request): Promise<Response> =>
    app.request(request, undefined, { isInternal: true });

/** Creates the renderer of the pages built by `npm run build` into `dist`. */
export const loadBuiltPages =
  (dist: string): CreatePageRenderer =>
  async (input) => {
    const path = pathToFileURL(join(dist, 'server/entry-server.js')).href;
    const [{ createPages, inlineScriptsOf }, assets] = await Promise.all([
      import(/* @vite-ignore */ path) as Promise<PagesModule>,
      readAssets(join(dist, 'client')),
    ]);
    const scripts = inlineScriptsOf(assets);
    const createCsp = (style: string): string =>
      pageCsp({ scripts, styles: [style] }, input.otherOrigins, input.origin);
    return createPages({ ...input, assets, createCsp });
  };

/** Whether the page may perform a search. Depends only on the query, because the router accepts several spellings of a path. */
const isSearch = ({ req }: Context): boolean => new URL(req.url).searchParams.has('keyword');

const findMode = async (path: string, { db }: Deps): Promise<PageMode> => {
  if (!(await isNotOpenYet(db))) return 'app';
  return staysOpen(path) ? 'static' : 'notOpen';
};

/**
 * Mounts the page renderer for all remaining paths. A page that is rendered counts as one read, and as one search if it has a keyword;
 * its internal API requests are not counted.
 */
export const mountPages = (app: Hono, render: RenderPage, deps: Deps): void => {
  const limitRate = createRateLimiter(deps);
  app.get('*', async (context) => {
    const caller = readCaller(context, deps.env.trustProxy);
    await limitRate('read', caller);
    if (isSearch(context)) await limitRate('search', caller);
    return render(context.req.raw, await findMode(context.req.path, deps));
  });
  app.all('*', (context) => {
    context.header('allow', 'GET, HEAD');
    throw appError('METHOD_NOT_ALLOWED');
  });
};
