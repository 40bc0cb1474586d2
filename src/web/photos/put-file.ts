import { ApiError } from '#web/api/api.ts';
import type { ErrorBody } from '#contract/errors.ts';
import type { UploadAddress } from './run-uploads.ts';

// A connection that has died without a word: nothing has moved for so long.
const STALLED_AFTER = 60_000;

// The browser's own business: naming them is an error.
const OWN_HEADERS = ['content-length', 'host'];

const readBody = (text: string): Partial<ErrorBody> => {
  try {
    return JSON.parse(text) as Partial<ErrorBody>;
  } catch {
    // Another store's, in XML.
    return {};
  }
};

const refusalOf = (request: XMLHttpRequest): ApiError => {
  const isOurs = new URL(request.responseURL, location.href).origin === location.origin;
  const retryAfter = isOurs ? Number(request.getResponseHeader('retry-after')) : 0;
  return new ApiError(
    request.status,
    isOurs ? readBody(request.responseText) : {},
    retryAfter > 0 ? retryAfter : null,
  );
};

/** Sends a file to its signed address, with the headers it was signed for and no others. Throws `ApiError`. */
export const putFile = (
  file: File,
  { signedUrl, headers }: UploadAddress,
  onSent: (bytes: number) => void,
  signal: AbortSignal,
): Promise<void> =>
  new Promise((resolve, reject) => {
    // fetch() tells nothing of what has gone out.
    const request = new XMLHttpRequest();
    const abort = (): void => request.abort();
    let watch: ReturnType<typeof setTimeout> | undefined;
    const watchAgain = (): void => {
      clearTimeout(watch);
      watch = setTimeout(abort, STALLED_AFTER);
    };
    request.upload.addEventListener('progress', ({ loaded }) => {
      watchAgain();
      onSent(loaded);
    });
    request.addEventListener('load', () => {
      if (request.status >= 200 && request.status < 300) resolve();
      else reject(refusalOf(request));
    });
    for (const name of ['error', 'abort']) request.addEventListener(name, () => reject(new ApiError(0, {})));
    request.addEventListener('loadend', () => {
      clearTimeout(watch);
      signal.removeEventListener('abort', abort);
    });
    signal.addEventListener('abort', abort);
    request.open('PUT', signedUrl);
    for (const [name, value] of Object.entries(headers))
      if (!OWN_HEADERS.includes(name.toLowerCase())) request.setRequestHeader(name, value);
    watchAgain();
    request.send(file);
  });
