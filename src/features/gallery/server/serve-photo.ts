import type { IncomingMessage } from 'node:http';
import type { Context } from 'hono';
import { contentTypeOf } from '#core/files/server/renditions/rendition-sizes.ts';
import type { CachedStorage } from '#core/files/server/storage/storage-cache.ts';
import type { Deps } from '#platform/server/deps.ts';
import { IMMUTABLE_CACHE_CONTROL } from '#platform/server/files/immutable-cache.ts';
import { etagMatches } from '#platform/server/http/cache/etag-matches.ts';
import type { Middleware } from '#platform/server/http/http-server.ts';
import { hstsHeaders, securityHeaders } from '#platform/server/http/security/security-headers.ts';

type PhotoResponse = { readonly headers: Record<string, string> } & (
  | { readonly status: 200 | 206; readonly body: Uint8Array }
  | { readonly status: 304 | 416; readonly body: null }
);

/** Rejects names with folders, `staging/`, `%2F` or line breaks. */
const PHOTO_KEY = /^[0-9a-z]{1,64}(?:-[0-9]{1,5})?\.(?:avif|webp|jpg)$/;
// Access is not checked, because names are hashes, which are hard to guess. The headers prevent scripts when a photo is opened directly.
const common = {
  ...securityHeaders,
  'cache-control': IMMUTABLE_CACHE_CONTROL,
  'content-security-policy': "sandbox; default-src 'none'",
  'accept-ranges': 'bytes',
} as const;

/** The response headers of a photo. Its name changes with the content, so it is used as the ETag. */
const photoHeaders = (key: string) => ({
  ...common,
  etag: `"${key}"`,
  'content-type': contentTypeOf(key) ?? '',
});

/** Parses a byte range with inclusive ends; null when it is ignored; `outside` when unsatisfiable. */
const parseRange = (range: string, size: number): { start: number; end: number } | 'outside' | null => {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(range.trim()) ?? [];
  if (first === '' && last === '') return null;
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first);
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (first !== '' && last !== '' && Number(first) > Number(last)) return null;
  return start < size && end >= start ? { start, end } : 'outside';
};

const photoResponse = (
  key: string,
  bytes: Uint8Array,
  method: string | undefined,
  asked: Partial<Record<'if-none-match' | 'if-range' | 'range', string | undefined>>,
): PhotoResponse => {
  const headers = photoHeaders(key);
  const { etag } = headers;
  if (asked['if-none-match'] !== undefined && etagMatches(asked['if-none-match'], etag)) {
    return { status: 304, headers, body: null };
  }
  const size = bytes.byteLength;
  const mayBePart = method === 'GET' && (asked['if-range'] === undefined || asked['if-range'] === etag);
  const range = asked.range === undefined || !mayBePart ? null : parseRange(asked.range, size);
  if (range === null)
    return { status: 200, headers: { ...headers, 'content-length': String(size) }, body: bytes };
  if (range === 'outside') {
    const { 'content-type': _, ...rest } = headers;
    return {
      status: 416,
      headers: { ...rest, 'content-range': `bytes */${size}`, 'content-length': '0' },
      body: null,
    };
  }
  const part = bytes.subarray(range.start, range.end + 1);
  return {
    status: 206,
    headers: {
      ...headers,
      'content-range': `bytes ${range.start}-${range.end}/${size}`,
      'content-length': String(part.byteLength),
    },
    body: part,
  };
};

const PHOTOS_PATH = '/photos/';

/** `GET /photos/:key`: serves a photo from the store, or by a reverse proxy that shares its folder. */
export const servePhoto =
  ({ storage, env }: Pick<Deps, 'storage' | 'env'>) =>
  async (context: Context): Promise<Response> => {
    const { req } = context;
    const key = req.param('key') ?? '';
    const missing = () => context.body(null, 404, { 'cache-control': 'no-store' });
    if (!PHOTO_KEY.test(key)) return missing();
    if (env.xAccelPrefix !== undefined) {
      // The proxy sets these itself when the file exists.
      const { etag: _, 'accept-ranges': __, 'cache-control': ___, ...headers } = photoHeaders(key);
      return context.body(null, 200, {
        ...headers,
        // Lets the proxy keep the connection open.
        'content-length': '0',
        'x-accel-redirect': env.xAccelPrefix + key,
      });
    }
    const bytes = await storage.read(key);
    if (bytes === null) return missing();
    const response = photoResponse(key, bytes, req.method, req.header());
    if (response.body === null) return context.body(null, response.status, response.headers);
    return context.body(new Uint8Array(response.body), response.status, response.headers);
  };

const keyIn = (request: IncomingMessage): string | undefined =>
  (request.method === 'GET' || request.method === 'HEAD') && request.url?.startsWith(PHOTOS_PATH)
    ? request.url.slice(PHOTOS_PATH.length)
    : undefined;

/** Serves cached photos, and passes other requests to `others`. */
export const sendCachedPhotos = (
  { peek }: Pick<CachedStorage, 'peek'>,
  publicUrl: string,
  others: Middleware = (_request, _response, next) => next(),
): Middleware => {
  const transport = hstsHeaders(publicUrl);
  return (request, response, next) => {
    const key = keyIn(request);
    const bytes = key !== undefined && PHOTO_KEY.test(key) ? peek(key) : undefined;
    if (key === undefined || bytes === undefined) return others(request, response, next);
    const { status, headers, body } = photoResponse(key, bytes, request.method, request.headers);
    response.writeHead(status, { ...headers, ...transport });
    response.end(request.method === 'HEAD' || body === null ? undefined : body);
  };
};
