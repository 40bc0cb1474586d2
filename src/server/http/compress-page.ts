import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import { checksumOf } from '#server/checksum.ts';

const toBrotli = promisify(brotliCompress);

// A visitor waits two milliseconds for this one, and is sent a twelfth less than by gzip: most pages fit into the ten packets
// that a new connection may send before it hears from the other side.
const AT_ONCE = 7;
const AT_LEISURE = constants.BROTLI_MAX_QUALITY;
/** How many pages are kept as small as they can be: those of guests, who are all shown the same. */
const MOST_KEPT = 100;

const compress = (html: Uint8Array, quality: number): Promise<Uint8Array> =>
  toBrotli(html, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: quality,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_SIZE_HINT]: html.byteLength,
    },
  });

/** Whether the visitor's browser takes brotli: `gzip, br;q=0.9`. */
export const takesBrotli = (acceptEncoding: string | null): boolean =>
  (acceptEncoding ?? '').split(',').some((coding) => {
    const [name = '', ...parameters] = coding.split(';').map((part) => part.trim().toLowerCase());
    return name === 'br' && !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter));
  });

/**
 * Makes of a rendered page one in brotli: quickly the first time, and from then on as small as it can be, which takes a
 * hundred times as long and happens aside, one page at a time.
 */
export const createPageCompressor = () => {
  const kept = new Map<string, Uint8Array>();
  let isBusy = false;

  const keepSmallest = async (key: string, html: Uint8Array): Promise<void> => {
    if (isBusy) return;
    isBusy = true;
    try {
      kept.set(key, await compress(html, AT_LEISURE));
      for (const oldest of kept.keys()) {
        if (kept.size <= MOST_KEPT) return;
        kept.delete(oldest);
      }
    } finally {
      isBusy = false;
    }
  };

  return async (page: Response): Promise<Response> => {
    const html = new Uint8Array(await page.arrayBuffer());
    const key = checksumOf(html);
    const smallest = kept.get(key);
    if (smallest === undefined) void keepSmallest(key, html);
    const headers = new Headers(page.headers);
    headers.set('content-encoding', 'br');
    headers.append('vary', 'Accept-Encoding');
    return new Response(new Uint8Array(smallest ?? (await compress(html, AT_ONCE))), {
      status: page.status,
      headers,
    });
  };
};
