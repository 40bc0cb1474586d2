import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { MiddlewareHandler } from 'hono';
import { COMPRESSIBLE_CONTENT_TYPE_REGEX } from 'hono/utils/compress';
import { partsOf, replaceAnswer } from '#server/http/finished-answer.ts';
import { takesEncoding } from '#server/http/takes-encoding.ts';

/** A smaller body fits into one packet either way. */
const MIN_BYTES = 1_024;
/** No content, a range of a file, not modified. */
const WITHOUT_WHOLE_BODY: ReadonlySet<number> = new Set([204, 206, 304]);
const zip = promisify(gzip);

const isText = ({ status, headers }: Response): boolean =>
  !WITHOUT_WHOLE_BODY.has(status) &&
  !headers.has('content-encoding') &&
  COMPRESSIBLE_CONTENT_TYPE_REGEX.test(headers.get('content-type') ?? '');

const addVary = (headers: Headers): void => {
  const others = headers.get('vary');
  if (others === null) headers.set('vary', 'accept-encoding');
  else if (!/\*|accept-encoding/i.test(others)) headers.set('vary', `${others}, accept-encoding`);
};

const readBody = async (response: Response): Promise<Uint8Array<ArrayBuffer>> => {
  const parts = partsOf(response);
  return parts === undefined ? new Uint8Array(await response.arrayBuffer()) : Buffer.from(parts.body ?? '');
};

/**
 * Compresses responses that are not cached, for browsers that accept gzip. The framework's own middleware turns every response into
 * a stream, also one that it leaves uncompressed, which costs more than all the rest of a list.
 */
export const compression = (): MiddlewareHandler => async (context, next) => {
  await next();
  const { res, req } = context;
  const isTaken = req.method !== 'HEAD' && takesEncoding(req.header('accept-encoding'), 'gzip');
  // A finished response has its `vary` header already.
  if (!isTaken && partsOf(res) !== undefined) return;
  if (!isText(res)) return;
  addVary(res.headers);
  if (!isTaken) return;
  const body = await readBody(res);
  const { status, headers } = res;
  const isSmall = body.byteLength < MIN_BYTES;
  const sent = isSmall ? body : new Uint8Array(await zip(body));
  headers.set('content-length', String(sent.byteLength));
  if (!isSmall) headers.set('content-encoding', 'gzip');
  replaceAnswer(context, new Response(sent, { status, headers }));
};
