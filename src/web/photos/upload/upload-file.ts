import { ApiError } from '#web/api/api.ts';
import type { ErrorBody } from '#contract/errors.ts';
import type { UploadTarget } from './upload-controller.ts';

// A connection that has died without a word: nothing has moved for so long.
const STALL_TIMEOUT_MS = 60_000;

// The browser's own business: naming them is an error.
const FORBIDDEN_HEADERS = ['content-length', 'host'];

const parseErrorBody = (text: string): Partial<ErrorBody> => {
  try {
    return JSON.parse(text) as Partial<ErrorBody>;
  } catch {
    // Another store's, in XML.
    return {};
  }
};

const toApiError = (request: XMLHttpRequest): ApiError => {
  const isOurs = new URL(request.responseURL, location.href).origin === location.origin;
  const retryAfter = isOurs ? Number(request.getResponseHeader('retry-after')) : 0;
  return new ApiError(
    request.status,
    isOurs ? parseErrorBody(request.responseText) : {},
    retryAfter > 0 ? retryAfter : null,
  );
};

/** Sends a file to its signed address, with the headers it was signed for and no others. Throws `ApiError`. */
export const uploadFile = (
  file: File,
  { signedUrl, headers }: UploadTarget,
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
      watch = setTimeout(abort, STALL_TIMEOUT_MS);
    };
    request.upload.addEventListener('progress', ({ loaded }) => {
      watchAgain();
      onSent(loaded);
    });
    request.addEventListener('load', () => {
      if (request.status >= 200 && request.status < 300) resolve();
      else reject(toApiError(request));
    });
    for (const name of ['error', 'abort']) request.addEventListener(name, () => reject(new ApiError(0, {})));
    request.addEventListener('loadend', () => {
      clearTimeout(watch);
      signal.removeEventListener('abort', abort);
    });
    signal.addEventListener('abort', abort);
    request.open('PUT', signedUrl);
    for (const [name, value] of Object.entries(headers))
      if (!FORBIDDEN_HEADERS.includes(name.toLowerCase())) request.setRequestHeader(name, value);
    watchAgain();
    request.send(file);
  });
