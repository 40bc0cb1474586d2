import { IMMUTABLE_CACHE_CONTROL } from '#server/files/immutable-cache.ts';
import { etagMatches } from '#server/http/cache/etag-matches.ts';
import { securityHeaders } from '#server/http/security/security-headers.ts';
import { contentTypeOf } from '#server/photos/renditions/rendition-sizes.ts';

/** Request headers, with lower-case names as in Node.js. */
interface PhotoRequestConditions {
  readonly 'if-none-match'?: string | undefined;
  readonly 'if-range'?: string | undefined;
  readonly range?: string | undefined;
}

type PhotoResponse = { readonly headers: Record<string, string> } & (
  | { readonly status: 200 | 206; readonly body: Uint8Array }
  | { readonly status: 304 | 416; readonly body: null }
);

const PHOTO_KEY = /^[0-9a-z]{1,64}(?:-[0-9]{1,5})?\.(?:avif|webp|jpg)$/;
// Names are hashes, so knowing one gives access. The headers prevent scripts when a photo is opened directly.
const common = {
  ...securityHeaders,
  'cache-control': IMMUTABLE_CACHE_CONTROL,
  'content-security-policy': "sandbox; default-src 'none'",
  'accept-ranges': 'bytes',
} as const;

/** Rejects names with folders, `staging/`, `%2F` or line breaks. */
export const isPhotoKey = (key: string): boolean => PHOTO_KEY.test(key);

/** The response headers of a photo. Its name changes with the content, so it is used as the ETag. */
export const photoHeaders = (key: string) => ({
  ...common,
  etag: `"${key}"`,
  'content-type': contentTypeOf(key) ?? '',
});

/** Parses a byte range with inclusive ends; null when absent or ignored; `outside` when unsatisfiable. */
const parseRange = (range: string, size: number): { start: number; end: number } | 'outside' | null => {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(range.trim()) ?? [];
  if (first === '' && last === '') return null;
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first);
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (first !== '' && last !== '' && Number(first) > Number(last)) return null;
  return start < size && end >= start ? { start, end } : 'outside';
};

export const photoResponse = (
  key: string,
  bytes: Uint8Array,
  request: PhotoRequestConditions,
): PhotoResponse => {
  const headers = photoHeaders(key);
  const etag = `"${key}"`;
  if (request['if-none-match'] !== undefined && etagMatches(request['if-none-match'], etag)) {
    return { status: 304, headers, body: null };
  }
  const size = bytes.byteLength;
  const mayBePart = request['if-range'] === undefined || request['if-range'] === etag;
  const range = request.range === undefined || !mayBePart ? null : parseRange(request.range, size);
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
