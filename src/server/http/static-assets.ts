import { readdir, readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join, relative, sep } from 'node:path';
import { getMimeType } from 'hono/utils/mime';
import { sha256Hex } from '#server/files/sha256.ts';
import { IMMUTABLE_CACHE_CONTROL } from '#server/files/immutable-cache.ts';
import { etagMatches } from '#server/http/cache/etag-matches.ts';
import { apiSecurityHeaders } from '#server/http/security/security-headers.ts';
import { acceptsEncoding } from '#server/http/cache/accepts-encoding.ts';
import type { Middleware } from './http-server.ts';

const HASHED_PATH_PREFIX = '/assets/';
const ONE_HOUR_CACHE = 'public, max-age=3600';
// Variants that `npm run build` writes next to each file that compresses well, the smallest first.
const PRECOMPRESSED = [
  { ending: '.br', encoding: 'br' },
  { ending: '.gz', encoding: 'gzip' },
] as const;

interface StaticAsset {
  readonly etag: string;
  /** Headers common to all variants. */
  readonly headers: Readonly<Record<string, string>>;
  /** Smallest first; the last one is uncompressed. */
  readonly variants: readonly {
    readonly encoding: string | null;
    readonly headers: Readonly<Record<string, string>>;
    readonly bytes: Buffer;
  }[];
}

/** Assets by URL path. */
export type StaticAssets = ReadonlyMap<string, StaticAsset>;

const readFiles = async (folder: string): Promise<Map<string, Buffer>> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const places = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(folder, join(parentPath, name)).replaceAll(sep, '/'))
    // Metadata of the build.
    .filter((place) => !place.startsWith('.'));
  const read = async (place: string) => [`/${place}`, await readFile(join(folder, place))] as const;
  return new Map(await Promise.all(places.map(read)));
};

/** Loads the files of the build and of `public` into memory (3 MB). Hashed files never change; others are revalidated. */
export const loadStaticAssets = async (folder: string, publicUrl: string): Promise<StaticAssets> => {
  const contents = await readFiles(folder);
  const plain = [...contents].filter(([path]) => !PRECOMPRESSED.some(({ ending }) => path.endsWith(ending)));
  return new Map(
    plain.map(([path, bytes]) => {
      // Weak, because all variants share it.
      const etag = `W/"${sha256Hex(bytes).slice(0, 16)}"`;
      const headers = {
        ...apiSecurityHeaders(publicUrl),
        'content-type': getMimeType(path) ?? 'application/octet-stream',
        'cache-control': path.startsWith(HASHED_PATH_PREFIX) ? IMMUTABLE_CACHE_CONTROL : ONE_HOUR_CACHE,
        vary: 'accept-encoding',
        etag,
      };
      const formOf = (encoding: string | null, form: Buffer) => ({
        encoding,
        headers: {
          ...headers,
          ...(encoding === null ? {} : { 'content-encoding': encoding }),
          'content-length': String(form.byteLength),
        },
        bytes: form,
      });
      const packed = PRECOMPRESSED.flatMap(({ ending, encoding }) => {
        const form = contents.get(path + ending);
        return form === undefined ? [] : [formOf(encoding, form)];
      });
      return [path, { etag, headers, variants: [...packed, formOf(null, bytes)] }];
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

/** Serves assets from memory before any other middleware: they are most requests of a first visit. */
export const serveStaticAssets = (files: StaticAssets, others: Middleware): Middleware => {
  const send = ({ headers: asked, method }: IncomingMessage, response: ServerResponse, file: StaticAsset) => {
    const known = asked['if-none-match'];
    if (known !== undefined && etagMatches(known, file.etag))
      return response.writeHead(304, file.headers).end();
    const accepted = asked['accept-encoding']?.toString();
    const form = file.variants.find(
      ({ encoding }) => encoding === null || acceptsEncoding(accepted, encoding),
    );
    response.writeHead(200, form?.headers);
    return response.end(method === 'HEAD' ? undefined : form?.bytes);
  };
  return (request, response, next) => {
    const path = getRequestPath(request);
    const file = path === null ? undefined : files.get(path);
    if (file === undefined) others(request, response, next);
    else send(request, response, file);
  };
};
