import type { IncomingMessage } from 'node:http';
import type { Context } from 'hono';
import type { Deps } from '#server/deps.ts';
import { hstsHeaders } from '#server/http/security/security-headers.ts';
import type { Middleware } from '#server/http/http-server.ts';
import { photoResponse, isPhotoKey, photoHeaders } from './photo-response.ts';
import type { CachedStorage } from '#server/photos/storage/storage-cache.ts';

const PHOTOS_PATH = '/photos/';

const conditionsOf = ({ req }: Context) => ({
  'if-none-match': req.header('if-none-match'),
  'if-range': req.header('if-range'),
  range: req.method === 'GET' ? req.header('range') : undefined,
});

/** `GET /photos/:key`: serves a photo from the store, or by a reverse proxy that shares its folder. */
export const servePhoto =
  ({ storage, settings }: Pick<Deps, 'storage' | 'settings'>) =>
  async (context: Context): Promise<Response> => {
    const key = context.req.param('key') ?? '';
    const missing = () => context.body(null, 404, { 'cache-control': 'no-store' });
    if (!isPhotoKey(key)) return missing();
    if (settings.xAccelPrefix !== undefined) {
      // The proxy sets these itself when the file exists.
      const { etag: _, 'accept-ranges': __, 'cache-control': ___, ...headers } = photoHeaders(key);
      return context.body(null, 200, {
        ...headers,
        // Lets the proxy keep the connection open.
        'content-length': '0',
        'x-accel-redirect': settings.xAccelPrefix + key,
      });
    }
    const bytes = await storage.read(key);
    if (bytes === null) return missing();
    const response = photoResponse(key, bytes, conditionsOf(context));
    if (response.body === null) return context.body(null, response.status, response.headers);
    return context.body(new Uint8Array(response.body), response.status, response.headers);
  };

const keyIn = (request: IncomingMessage): string | undefined =>
  (request.method === 'GET' || request.method === 'HEAD') && request.url?.startsWith(PHOTOS_PATH)
    ? request.url.slice(PHOTOS_PATH.length)
    : undefined;

/** Serves cached photos before any other handler. */
export const sendCachedPhotos = (
  { peek }: Pick<CachedStorage, 'peek'>,
  publicUrl: string,
  others: Middleware = (_request, _response, next) => next(),
): Middleware => {
  const transport = hstsHeaders(publicUrl);
  return (request, response, next) => {
    const key = keyIn(request);
    const bytes = key !== undefined && isPhotoKey(key) ? peek(key) : undefined;
    if (key === undefined || bytes === undefined) return others(request, response, next);
    const isHead = request.method === 'HEAD';
    const asked = isHead ? { ...request.headers, range: undefined } : request.headers;
    const { status, headers, body } = photoResponse(key, bytes, asked);
    response.writeHead(status, { ...headers, ...transport });
    response.end(isHead || body === null ? undefined : body);
  };
};
