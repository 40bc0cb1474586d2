import type * as z from 'zod/mini';
import type { ErrorBody } from '#platform/contract/errors.ts';
import { ApiError } from '#platform/web/client/api/api.ts';
import type { signedUpload } from '../contract/photo-uploads.ts';

/** Where and how a file is uploaded. */
export type UploadTarget = z.output<typeof signedUpload>;

// Aborts a transfer without progress for this long, because a dead connection may report no error.
const STALL_TIMEOUT_MS = 60_000;

// Browsers forbid scripts to set these headers.
const FORBIDDEN_HEADERS = ['content-length', 'host'];

const toApiError = (request: XMLHttpRequest): ApiError => {
  const isOurs = new URL(request.responseURL, location.href).origin === location.origin;
  const retryAfter = isOurs ? Number(request.getResponseHeader('retry-after')) : 0;
  // Null when it is not JSON: a proxy in front of the server may respond with HTML.
  const body = isOurs ? (request.response as Partial<ErrorBody> | null) : null;
  return new ApiError(request.status, body ?? {}, retryAfter > 0 ? retryAfter : null);
};

/** Uploads a file to its signed URL with the signed headers. Throws `ApiError`. */
export const uploadFile = (
  file: Blob,
  { signedUrl, headers }: Pick<UploadTarget, 'signedUrl' | 'headers'>,
  onSent: (bytes: number) => void,
  signal: AbortSignal,
): Promise<void> =>
  new Promise((resolve, reject) => {
    // Uses XMLHttpRequest, because fetch() reports no upload progress.
    const request = new XMLHttpRequest();
    const abort = (): void => request.abort();
    let stallTimer: ReturnType<typeof setTimeout> | undefined;
    const restartStallTimer = (): void => {
      clearTimeout(stallTimer);
      stallTimer = setTimeout(abort, STALL_TIMEOUT_MS);
    };
    request.upload.addEventListener('progress', ({ loaded }) => {
      restartStallTimer();
      onSent(loaded);
    });
    request.addEventListener('load', () => {
      if (request.status >= 200 && request.status < 300) resolve();
      else reject(toApiError(request));
    });
    for (const name of ['error', 'abort']) request.addEventListener(name, () => reject(new ApiError(0, {})));
    request.addEventListener('loadend', () => {
      clearTimeout(stallTimer);
      signal.removeEventListener('abort', abort);
    });
    signal.addEventListener('abort', abort);
    request.open('PUT', signedUrl);
    request.responseType = 'json';
    for (const [name, value] of Object.entries(headers))
      if (!FORBIDDEN_HEADERS.includes(name.toLowerCase())) request.setRequestHeader(name, value);
    restartStallTimer();
    request.send(file);
  });
