import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Context } from 'hono';
import { checksumOf } from '#server/checksum.ts';
import { finishAnswer, partsOf } from './finished-answer.ts';
import { hasTag } from './has-tag.ts';
import { takesEncoding } from './takes-encoding.ts';

const encodings = ['br', 'gzip', 'identity'] as const;
type Encoding = (typeof encodings)[number];
type Bytes = Buffer<ArrayBuffer>;

/** An answer that is the same for everyone, to be sent to many. */
export interface KeptAnswer {
  readonly headers: Readonly<Record<string, string>>;
  readonly tag: string;
  readonly body: Bytes;
  /** Made when somebody asks for it, and once. */
  readonly encoded: Map<Encoding, Promise<Bytes>>;
}

const LARGEST = 512 * 1024;
const TAG_LENGTH = 32;
// The first visitor waits two milliseconds; for those who follow it is made as small as it can be, which takes a hundred times as
// long. Most pages then fit into the ten packets that a new connection may send before it hears from the other side.
const AT_ONCE = 7;
const AT_LEISURE = constants.BROTLI_MAX_QUALITY;
const compress = promisify(brotliCompress);
const zip = promisify(gzip);

const brotli = (body: Bytes, quality: number): Promise<Bytes> =>
  compress(body, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: quality,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_SIZE_HINT]: body.byteLength,
    },
  });

const encode: Record<Encoding, (body: Bytes) => Promise<Bytes>> = {
  br: (body) => brotli(body, AT_ONCE),
  gzip: (body) => zip(body),
  identity: (body) => Promise.resolve(body),
};

/** The answer says itself that it is everybody's and may be asked for again. */
const isForEveryone = ({ status, headers }: Response): boolean =>
  status === 200 && headers.get('cache-control') === 'no-cache' && !headers.has('set-cookie');

/** Null when it is not for everyone, or too large to be kept. */
export const readAnswer = async (response: Response): Promise<KeptAnswer | null> => {
  if (!isForEveryone(response)) return null;
  const parts = partsOf(response);
  const body =
    parts === undefined ? Buffer.from(await response.clone().arrayBuffer()) : Buffer.from(parts.body ?? '');
  if (body.byteLength > LARGEST) return null;
  const tag = `W/"${checksumOf(body).slice(0, TAG_LENGTH)}"`;
  const headers = { ...Object.fromEntries(response.headers), etag: tag, vary: 'accept-encoding' };
  return { headers, tag, body, encoded: new Map() };
};

/** One at a time, so that others have processors too. */
let shrinking = Promise.resolve();
const shrink = (kept: KeptAnswer): void => {
  shrinking = shrinking.then(async () => {
    try {
      const smallest = await brotli(kept.body, AT_LEISURE);
      kept.encoded.set('br', Promise.resolve(smallest));
    } catch {
      // What was made at once goes on being sent; the next one's turn comes.
    }
  });
};

export interface Sending {
  /** It will be sent often enough to be worth making as small as it can be. */
  readonly isLasting: boolean;
}

const encodeOnce = (kept: KeptAnswer, encoding: Encoding, { isLasting }: Sending): Promise<Bytes> => {
  const known = kept.encoded.get(encoding);
  if (known !== undefined) return known;
  const encoded = encode[encoding](kept.body);
  kept.encoded.set(encoding, encoded);
  if (encoding === 'br' && isLasting) shrink(kept);
  return encoded;
};

/** As this browser takes it, or without a body when it has it. */
export const sendAnswer = async (
  { req }: Context,
  kept: KeptAnswer,
  sending: Sending = { isLasting: true },
): Promise<Response> => {
  const known = req.header('if-none-match');
  if (known !== undefined && hasTag(known, kept.tag))
    return finishAnswer({ body: null, status: 304, headers: kept.headers });
  const accepted = req.header('accept-encoding');
  const encoding = encodings.find((each) => takesEncoding(accepted, each)) ?? 'identity';
  const body = await encodeOnce(kept, encoding, sending);
  const headers = {
    ...kept.headers,
    ...(encoding === 'identity' ? {} : { 'content-encoding': encoding }),
    'content-length': String(body.byteLength),
  };
  return finishAnswer({ body, status: 200, headers });
};
