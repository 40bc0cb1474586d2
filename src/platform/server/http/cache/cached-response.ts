import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Context } from 'hono';
import { sha256Hex } from '../../files/sha256.ts';
import { createBufferedResponse } from '../buffered-response.ts';
import { acceptsEncoding } from './accepts-encoding.ts';
import { etagMatches } from './etag-matches.ts';

const encodings = ['br', 'gzip', 'identity'] as const;
type Encoding = (typeof encodings)[number];
type Bytes = Buffer<ArrayBuffer>;

/** A response that is the same for every guest. */
export interface CachedResponse {
  readonly headers: Readonly<Record<string, string>>;
  readonly etag: string;
  readonly body: Bytes;
  /** The body in each encoding, created on first use. */
  readonly encoded: Map<Encoding, Promise<Bytes>>;
}

const MAX_BODY_BYTES = 512 * 1024;
const ETAG_HEX_LENGTH = 32;
// Compresses a page within milliseconds. The maximum quality of 11 takes many times as long and makes the home page only a few percent
// smaller.
const BROTLI_QUALITY = 7;
const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

const encode: Record<Encoding, (body: Bytes) => Promise<Bytes>> = {
  br: (body) =>
    compressBrotli(body, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
      },
    }),
  gzip: (body) => compressGzip(body),
  identity: (body) => Promise.resolve(body),
};

/** Whether the response is public: status 200, `cache-control: no-cache` and no cookies. */
const isCacheable = ({ status, headers }: Response): boolean =>
  status === 200 && headers.get('cache-control') === 'no-cache' && !headers.has('set-cookie');

/** Converts a response for the cache; null when it is not public or too large. */
export const toCachedResponse = async (response: Response): Promise<CachedResponse | null> => {
  if (!isCacheable(response)) return null;
  const body = Buffer.from(await response.clone().arrayBuffer());
  if (body.byteLength > MAX_BODY_BYTES) return null;
  const etag = `W/"${sha256Hex(body).slice(0, ETAG_HEX_LENGTH)}"`;
  // The length differs per encoding.
  const { 'content-length': _, ...headers } = Object.fromEntries(response.headers);
  return { headers: { ...headers, etag, vary: 'accept-encoding' }, etag, body, encoded: new Map() };
};

const encodeOnce = ({ body, encoded }: CachedResponse, encoding: Encoding): Promise<Bytes> => {
  const bytes = encoded.get(encoding) ?? encode[encoding](body);
  encoded.set(encoding, bytes);
  return bytes;
};

/** Responds in brotli, else gzip, if the client accepts it, else uncompressed; with 304 when `If-None-Match` matches. */
export const respondFromCache = async (
  { req }: Context,
  cached: CachedResponse,
  extraHeaders: Readonly<Record<string, string>> = {},
): Promise<Response> => {
  const ownHeaders = { ...cached.headers, ...extraHeaders };
  const ifNoneMatch = req.header('if-none-match');
  if (ifNoneMatch !== undefined && etagMatches(ifNoneMatch, cached.etag))
    return createBufferedResponse({ body: null, status: 304, headers: ownHeaders });
  const accepted = req.header('accept-encoding');
  const encoding = encodings.find((candidate) => acceptsEncoding(accepted, candidate)) ?? 'identity';
  const body = await encodeOnce(cached, encoding);
  const headers = {
    ...ownHeaders,
    ...(encoding === 'identity' ? {} : { 'content-encoding': encoding }),
  };
  return createBufferedResponse({ body, status: 200, headers });
};
