import type { IncomingMessage } from 'node:http';
import type { Context } from 'hono';
import type { Deps } from '#server/deps.ts';
import { transportHeaders } from '#server/http/security-headers.ts';
import type { Middleware } from '#server/listen.ts';
import { answerPhoto, isPhotoKey, photoHeaders } from './answer-photo.ts';
import type { CachedStorage } from './cache-reads.ts';

const PHOTOS_PATH = '/photos/';

const conditionsOf = ({ req }: Context) => ({
  'if-none-match': req.header('if-none-match'),
  'if-range': req.header('if-range'),
  range: req.method === 'GET' ? req.header('range') : undefined,
});

/** `GET /photos/:key`: from the store, or by a reverse proxy that shares its folder. */
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
        // Lets the proxy keep its connection.
        'content-length': '0',
        'x-accel-redirect': settings.xAccelPrefix + key,
      });
    }
    const bytes = await storage.read(key);
    if (bytes === null) return missing();
    const answer = answerPhoto(key, bytes, conditionsOf(context));
    if (answer.body === null) return context.body(null, answer.status, answer.headers);
    return context.body(new Uint8Array(answer.body), answer.status, answer.headers);
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
  const transport = transportHeaders(publicUrl);
  return (request, response, next) => {
    const key = keyIn(request);
    const bytes = key !== undefined && isPhotoKey(key) ? peek(key) : undefined;
    if (key === undefined || bytes === undefined) return others(request, response, next);
    const isHead = request.method === 'HEAD';
    const asked = isHead ? { ...request.headers, range: undefined } : request.headers;
    const { status, headers, body } = answerPhoto(key, bytes, asked);
    response.writeHead(status, { ...headers, ...transport });
    response.end(isHead || body === null ? undefined : body);
  };
};
