import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Context, Hono } from 'hono';
import type { Manifest } from 'vite';
import { appError } from '#contract/errors.ts';
import type { Studio } from '#contract/studio.ts';
import type { Deps } from '#server/deps.ts';
import type { Env } from '#server/env.ts';
import { readCaller } from '#server/http/caller.ts';
import { pageCsp } from '#server/http/security/csp.ts';
import type { InlineContent } from '#server/http/security/csp.ts';
import { createRateLimiter } from '#server/http/overload/rate-limiter.ts';
import type { ExternalOrigins } from '#server/ports/storage/storage.ts';

/** Renders a complete document, or redirects. */
type RenderPage = (request: Request) => Promise<Response>;

export interface PageAssets {
  readonly css: string;
  readonly entry: string;
  readonly fonts: readonly string[];
  readonly head?: string;
}

interface PageRendererOptions {
  readonly fetchApi: (request: Request) => Promise<Response>;
  readonly studio: Studio;
  readonly origin: string;
  readonly verification: Env['siteVerification'];
  readonly otherOrigins: ExternalOrigins;
}

/** Creates the renderer; the web code is loaded by path and never imported. */
export type CreatePageRenderer = (input: PageRendererOptions) => Promise<RenderPage>;

interface PagesModule {
  createPages(input: PageRendererOptions & { assets: PageAssets }): RenderPage;
  /** Returns the inline scripts and styles of documents with these assets, for the CSP. */
  inlineContentOf(assets: PageAssets): InlineContent;
}

// The core fonts except bold, which is loaded when the page is idle.
const isPreloadedFont = (file: string): boolean => /\/(text|display)-[^/]+\.woff2$/.test(file);

const readAssets = async (clientDir: string): Promise<PageAssets> => {
  const manifest = JSON.parse(await readFile(join(clientDir, '.vite/manifest.json'), 'utf8')) as Manifest;
  // The public pages need a single chunk (`vite.config.ts`), which imports no other.
  const entry = Object.values(manifest).find((chunk) => chunk.isEntry);
  if (entry === undefined) throw new Error(`no entry in the manifest of ${clientDir}`);
  const css = await Promise.all((entry.css ?? []).map((file) => readFile(join(clientDir, file), 'utf8')));
  const fonts = (entry.assets ?? []).filter(isPreloadedFont).map((file) => `/${file}`);
  return { css: css.join('\n'), entry: `/${entry.file}`, fonts };
};

/** Fetches from the API in process. Not rate limited, because the page's request was counted. */
export const createInternalFetch =
  (app: Hono) =>
  async (request: Request): Promise<Response> =>
    app.request(request, undefined, { isInternal: true });

/** Loads the built pages. */
export const loadBuiltPages =
  (dist: string): CreatePageRenderer =>
  async (input) => {
    const path = pathToFileURL(join(dist, 'server/entry-server.js')).href;
    const [{ createPages, inlineContentOf }, assets] = await Promise.all([
      import(/* @vite-ignore */ path) as Promise<PagesModule>,
      readAssets(join(dist, 'client')),
    ]);
    const policy = pageCsp(inlineContentOf(assets), input.otherOrigins, input.origin);
    const render = createPages({ ...input, assets });
    return async (request) => {
      const response = await render(request);
      // A redirect or another response without a document keeps the API's policy.
      if (response.headers.get('content-type')?.startsWith('text/html') === true)
        response.headers.set('content-security-policy', policy);
      return response;
    };
  };

/** Whether a page request runs a search, regardless of path and letter case. */
const isSearch = ({ req }: Context): boolean => new URL(req.url).searchParams.has('keyword');

/**
 * Mounts the pages: every GET that is not the API, a photo or a file. A page counts as one read of its visitor, and as one search if it
 * searches; its in-process API requests are not counted again.
 */
export const mountPages = (app: Hono, render: RenderPage, deps: Deps): void => {
  const limitRate = createRateLimiter(deps);
  app.get('*', async (context) => {
    const { ip } = readCaller(context, deps.settings.trustProxy);
    await limitRate('read', { ip });
    if (isSearch(context)) await limitRate('search', { ip });
    return render(context.req.raw);
  });
  app.all('*', (context) => {
    context.header('allow', 'GET, HEAD');
    throw appError('METHOD_NOT_ALLOWED');
  });
};
