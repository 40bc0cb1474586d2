import { readdir, readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
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
// Suffixes of the compressed variants that `npm run build` writes beside each compressible file, in order of preference.
const PRECOMPRESSED = [
  { suffix: '.br', encoding: 'br' },
  { suffix: '.gz', encoding: 'gzip' },
] as const;

interface StaticAsset {
  readonly etag: string;
  /** Headers common to all variants. */
  readonly headers: Readonly<Record<string, string>>;
  /** In order of preference; the last one is uncompressed. */
  readonly variants: readonly {
    readonly encoding: string | null;
    readonly headers: Readonly<Record<string, string>>;
    readonly bytes: Buffer;
  }[];
}

/** Static assets by URL path. */
export type StaticAssets = ReadonlyMap<string, StaticAsset>;

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
 * Loads all files of the build and of `public` into memory, about 9 MB, most of it fonts. Files with a content hash in their name are
 * cached by browsers for a year, others for one hour.
 */
export const loadStaticAssets = async (folder: string, publicUrl: string): Promise<StaticAssets> => {
  const contents = await readFiles(folder);
  const plain = [...contents].filter(([path]) => !PRECOMPRESSED.some(({ suffix }) => path.endsWith(suffix)));
  return new Map(
    plain.map(([path, bytes]) => {
      // A weak ETag, because all variants share it.
      const etag = `W/"${sha256Hex(bytes).slice(0, 16)}"`;
      const headers = {
        ...apiSecurityHeaders(publicUrl),
        'content-type': getMimeType(path) ?? 'application/octet-stream',
        'cache-control': path.startsWith(HASHED_PATH_PREFIX) ? IMMUTABLE_CACHE_CONTROL : ONE_HOUR_CACHE,
        vary: 'accept-encoding',
        etag,
      };
      const variantOf = (encoding: string | null, variant: Buffer) => ({
        encoding,
        headers: {
          ...headers,
          ...(encoding === null ? {} : { 'content-encoding': encoding }),
          'content-length': String(variant.byteLength),
        },
        bytes: variant,
      });
      const compressed = PRECOMPRESSED.flatMap(({ suffix, encoding }) => {
        const variant = contents.get(path + suffix);
        return variant === undefined ? [] : [variantOf(encoding, variant)];
      });
      return [path, { etag, headers, variants: [...compressed, variantOf(null, bytes)] }];
    }),
  );
};

const getRequestPath = ({ method, url = '' }: IncomingMessage): string | null => {
  if (method !== 'GET' && method !== 'HEAD') return null;
  // Some proxies send the absolute URL.
  if (!url.startsWith('/')) return URL.canParse(url) ? new URL(url).pathname : null;
  const end = url.indexOf('?');
  return end === -1 ? url : url.slice(0, end);
};

/** Serves static assets from memory before any other middleware, because a first visit requests many of them. */
export const serveStaticAssets = (assets: StaticAssets, fallback: Middleware): Middleware => {
  const send = (
    { headers: requestHeaders, method }: IncomingMessage,
    response: ServerResponse,
    asset: StaticAsset,
  ) => {
    const ifNoneMatch = requestHeaders['if-none-match'];
    if (ifNoneMatch !== undefined && etagMatches(ifNoneMatch, asset.etag))
      return response.writeHead(304, asset.headers).end();
    const accepted = requestHeaders['accept-encoding']?.toString();
    const variant = asset.variants.find(
      ({ encoding }) => encoding === null || acceptsEncoding(accepted, encoding),
    );
    response.writeHead(200, variant?.headers);
    return response.end(method === 'HEAD' ? undefined : variant?.bytes);
  };
  return (request, response, next) => {
    const path = getRequestPath(request);
    const asset = path === null ? undefined : assets.get(path);
    if (asset === undefined) fallback(request, response, next);
    else send(request, response, asset);
  };
};
