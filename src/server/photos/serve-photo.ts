import type { Context } from 'hono';
import type { Deps } from '#server/deps.ts';
import { contentTypeOf } from './renditions.ts';

const FOREVER = 'public, max-age=31536000, immutable';

/** `GET /photos/:key`: names change with the content, so a copy is good for ever and its name is its tag. */
export const servePhoto =
  ({ storage }: Pick<Deps, 'storage'>) =>
  async (context: Context): Promise<Response> => {
    const key = context.req.param('key') ?? '';
    const contentType = contentTypeOf(key);
    const bytes = contentType === undefined ? null : await storage.read(key);
    if (contentType === undefined || bytes === null) {
      return context.body(null, 404, { 'cache-control': 'no-store' });
    }
    const etag = `"${key}"`;
    const headers = {
      'cache-control': FOREVER,
      etag,
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
    };
    if (context.req.header('if-none-match')?.includes(etag)) return context.body(null, 304, headers);
    return context.body(new Uint8Array(bytes), 200, {
      ...headers,
      'content-type': contentType,
      'content-length': String(bytes.byteLength),
    });
  };
