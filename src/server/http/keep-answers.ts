import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Context, MiddlewareHandler } from 'hono';
import { checksumOf } from '#server/checksum.ts';
import type { DatabaseWatch } from '#server/db/database-watch.ts';
import { hasTag } from './has-tag.ts';

const encodings = ['br', 'gzip', 'identity'] as const;
type Encoding = (typeof encodings)[number];

interface Kept {
  readonly headers: readonly (readonly [string, string])[];
  readonly tag: string;
  readonly until: number;
  readonly body: Buffer;
  /** Made when somebody asks for it, and once. */
  readonly encoded: Map<Encoding, Promise<Buffer>>;
}

export interface AnswerKeeper {
  readonly answer: MiddlewareHandler;
  /** What is kept, and what is on its way to be, is not given to anybody any more. */
  forget(): void;
}

interface KeeperOptions {
  /** No answer is kept while a change could be missed. */
  readonly isHearing: DatabaseWatch['isHearing'];
  /** A clock that never goes back, in milliseconds. */
  readonly now?: () => number;
}

// Changes are told at once; this is for what nobody tells of, as a new day.
const LIFE = 60_000;
const MOST_KEPT = 500;
const LARGEST = 512 * 1024;
const TAG_LENGTH = 32;
// The first visitor waits two milliseconds; for those who follow it is made as small as it can be, which takes a hundred times as
// long. Most pages then fit into the ten packets that a new connection may send before it hears from the other side.
const AT_ONCE = 7;
const AT_LEISURE = constants.BROTLI_MAX_QUALITY;
const compress = promisify(brotliCompress);
const zip = promisify(gzip);

const brotli = (body: Buffer, quality: number): Promise<Buffer> =>
  compress(body, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: quality,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_SIZE_HINT]: body.byteLength,
    },
  });

const encode: Record<Encoding, (body: Buffer) => Promise<Buffer>> = {
  br: (body) => brotli(body, AT_ONCE),
  gzip: (body) => zip(body),
  identity: (body) => Promise.resolve(body),
};

/** Pages are one for all visitors, and so are photographs to a guest. Bookings are not here: they are read as they are. */
const keyOf = ({ req }: Context): string | null => {
  if (req.method !== 'GET' && req.method !== 'HEAD') return null;
  if (req.path.startsWith('/api/') && !req.path.startsWith('/api/photo')) return null;
  if (req.header('authorization') !== undefined) return null;
  const { pathname, search } = new URL(req.url);
  return pathname + search;
};

/** The answer says itself that it is everybody's and may be asked for again. */
const isForEveryone = ({ status, headers }: Response): boolean =>
  status === 200 && headers.get('cache-control') === 'no-cache' && !headers.has('set-cookie');

const read = async (response: Response, now: number): Promise<Kept | null> => {
  const body = Buffer.from(await response.clone().arrayBuffer());
  if (body.byteLength > LARGEST) return null;
  const tag = `W/"${checksumOf(body).slice(0, TAG_LENGTH)}"`;
  return { headers: [...response.headers], tag, until: now + LIFE, body, encoded: new Map() };
};

/** One at a time, so that others have processors too. */
let shrinking = Promise.resolve();
const shrink = (kept: Kept): void => {
  shrinking = shrinking.then(async () => {
    try {
      const smallest = await brotli(kept.body, AT_LEISURE);
      kept.encoded.set('br', Promise.resolve(smallest));
    } catch {
      // What was made at once stays, and the next has its turn.
    }
  });
};

/** The best of what the browser takes: none that it refuses by `q=0`. */
const chooseEncoding = (header = ''): Encoding => {
  const taken = header
    .split(',')
    .map((part) => part.split(';').map((piece) => piece.trim().toLowerCase()))
    .flatMap(([name, share]) => (share === undefined || Number(share.replace('q=', '')) > 0 ? [name] : []));
  return encodings.find((encoding) => taken.includes(encoding)) ?? 'identity';
};

const send = async (context: Context, kept: Kept): Promise<Response> => {
  const headers = new Headers([...kept.headers] as [string, string][]);
  headers.set('etag', kept.tag);
  headers.set('vary', 'accept-encoding');
  const known = context.req.header('if-none-match');
  if (known !== undefined && hasTag(known, kept.tag)) return new Response(null, { status: 304, headers });
  const encoding = chooseEncoding(context.req.header('accept-encoding'));
  let encoded = kept.encoded.get(encoding);
  if (encoded === undefined) {
    kept.encoded.set(encoding, (encoded = encode[encoding](kept.body)));
    if (encoding === 'br') shrink(kept);
  }
  const bytes = await encoded;
  if (encoding !== 'identity') headers.set('content-encoding', encoding);
  headers.set('content-length', String(bytes.byteLength));
  return new Response(new Uint8Array(bytes), { headers });
};

/**
 * Keeps what guests read until what it is made of changes: each answer is made once, however many ask for it at once, and
 * compressed once. What is asked for by a member, or is not the same for everyone, goes past it.
 */
export const createAnswerKeeper = ({
  isHearing,
  now = () => performance.now(),
}: KeeperOptions): AnswerKeeper => {
  // A Map goes through its keys in the order in which they came: the first was made longest ago.
  let kept = new Map<string, Promise<Kept | null>>();

  const make = (key: string, context: Context, next: () => Promise<void>): Promise<Kept | null> => {
    const place = kept;
    const making = next().then(async () => {
      const found = isForEveryone(context.res) ? await read(context.res, now()) : null;
      // Not to be kept, so whoever asks next asks the app.
      if (found === null && place.get(key) === making) place.delete(key);
      return found;
    });
    place.set(key, making);
    making.catch(() => place.delete(key));
    const [oldest] = place.keys();
    if (place.size > MOST_KEPT && oldest !== undefined) place.delete(oldest);
    return making;
  };

  return {
    // What is on its way was begun before the change: it goes into a map that nobody reads any more.
    forget: () => void (kept = new Map()),
    answer: async (context, next) => {
      const key = isHearing() ? keyOf(context) : null;
      if (key === null) return next();
      // Whoever is first must be seen by the second, so nothing is waited for when nobody was.
      const making = kept.get(key);
      const known = making === undefined ? null : await making.catch(() => null);
      if (known !== null && known.until > now()) return send(context, known);
      const made = await make(key, context, next);
      if (made === null) return;
      context.res = undefined;
      context.res = await send(context, made);
    },
  };
};
