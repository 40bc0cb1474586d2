import { readdir, readFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { join, relative, sep } from 'node:path';
import { getMimeType } from 'hono/utils/mime';
import { IMMUTABLE_CACHE_CONTROL } from '../files/immutable-cache.ts';
import { sha256Hex } from '../files/sha256.ts';
import { acceptsEncoding } from './cache/accepts-encoding.ts';
import { etagMatches } from './cache/etag-matches.ts';
import type { Middleware } from './http-server.ts';
import { apiSecurityHeaders } from './security/security-headers.ts';

const HASHED_PATH_PREFIX = '/assets/';
const ONE_HOUR_CACHE = 'public, max-age=3600';
// In order of preference. `npm run build` writes compressed variants beside most compressible files.
const VARIANTS = [
  { suffix: '.br', encoding: 'br' },
  { suffix: '.gz', encoding: 'gzip' },
  { suffix: '', encoding: null },
] as const;

const readFiles = async (folder: string): Promise<Map<string, Buffer>> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(folder, join(parentPath, name)).replaceAll(sep, '/'))
    // Excludes metadata of the build.
    .filter((path) => !path.startsWith('.'));
  const read = async (path: string) => [`/${path}`, await readFile(join(folder, path))] as const;
  return new Map(await Promise.all(paths.map(read)));
};

/**
 * Loads the browser's files of the build, also those of `public`, into memory by URL path: about 9 MB, about half of it fonts. Files
 * with a content hash in their name are cached by browsers for a year, others for one hour.
 */
export const loadStaticAssets = async (folder: string, publicUrl: string) => {
  const contents = await readFiles(folder);
  const plain = [...contents].filter(([path]) => !/\.(br|gz)$/.test(path));
  return new Map(
    plain.map(([path, bytes]) => {
      const headers = {
        ...apiSecurityHeaders(publicUrl),
        'content-type': getMimeType(path) ?? 'application/octet-stream',
        'cache-control': path.startsWith(HASHED_PATH_PREFIX) ? IMMUTABLE_CACHE_CONTROL : ONE_HOUR_CACHE,
        vary: 'accept-encoding',
        // A weak ETag, because all variants share it.
        etag: `W/"${sha256Hex(bytes).slice(0, 16)}"`,
      };
      const variants = VARIANTS.flatMap(({ suffix, encoding }) => {
        const variant = contents.get(path + suffix);
        if (variant === undefined) return [];
        const own = { 'content-length': String(variant.byteLength) };
        const encoded = encoding === null ? own : { 'content-encoding': encoding, ...own };
        return [{ encoding, headers: { ...headers, ...encoded }, bytes: variant }];
      });
      return [path, { headers, variants }] as const;
    }),
  );
};

export type StaticAssets = Awaited<ReturnType<typeof loadStaticAssets>>;

const getRequestPath = ({ method, url = '' }: IncomingMessage): string | null => {
  if (method !== 'GET' && method !== 'HEAD') return null;
  // Some proxies send the absolute URL.
  if (!url.startsWith('/')) return URL.canParse(url) ? new URL(url).pathname : null;
  const end = url.indexOf('?');
  return end === -1 ? url : url.slice(0, end);
};

/** Serves static assets from memory before any other middleware, because a first visit requests many of them. */
export const serveStaticAssets =
  (assets: StaticAssets, fallback: Middleware): Middleware =>
  (request, response, next) => {
    const path = getRequestPath(request);
    const asset = path === null ? undefined : assets.get(path);
    if (asset === undefined) return fallback(request, response, next);
    const { headers, variants } = asset;
    const ifNoneMatch = request.headers['if-none-match'];
    if (ifNoneMatch !== undefined && etagMatches(ifNoneMatch, headers.etag)) {
      response.writeHead(304, headers).end();
      return;
    }
    const accepted = request.headers['accept-encoding']?.toString();
    const variant = variants.find(({ encoding }) => encoding === null || acceptsEncoding(accepted, encoding));
    response.writeHead(200, variant?.headers);
    response.end(request.method === 'HEAD' ? undefined : variant?.bytes);
  };
