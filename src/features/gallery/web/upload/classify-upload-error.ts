import { photoFileMessages } from '#core/files/contract/photo-uploads.ts';
import { ApiError, firstMessageOf } from '#platform/web/client/api/api.ts';
import type { Upload } from './upload.ts';

const UPLOAD_FAILED = '업로드 중 오류가 발생했습니다.';

interface UploadErrorOutcome {
  readonly change: Partial<Upload>;
  /** Delay in seconds before the next attempt, from `Retry-After`. */
  readonly retryAfterS?: number;
}

const failed = (message: string): Partial<Upload> => ({
  state: 'failed',
  message,
  sent: 0,
  savedFileName: null,
});

const permanentErrors: readonly string[] = Object.values(photoFileMessages);

/** Decides the next state of a failed upload. `isResumed`: the file was transferred in an earlier attempt. */
export const classifyUploadError = (
  error: unknown,
  { savedFileName, size }: Pick<Upload, 'savedFileName' | 'size'>,
  isResumed: boolean,
): UploadErrorOutcome => {
  if (!(error instanceof ApiError)) return { change: failed(UPLOAD_FAILED) };
  const { status, code, retryAfter } = error;
  const message = firstMessageOf(error, UPLOAD_FAILED);
  // The photo is already published, for example because the response of an earlier save was lost.
  if (code === 'UPLOAD_SAVED') return { change: { state: 'done', sent: size, savedFileName: null } };
  if (code === 'PHOTO_EXISTS') return { change: { ...failed(message), state: 'duplicate' } };
  const isForNow = status === 429 || status === 503 || code === 'UPLOAD_BUSY';
  if (isForNow && retryAfter !== null) {
    return { change: { state: 'waiting', sent: savedFileName === null ? 0 : size }, retryAfterS: retryAfter };
  }
  const isPut = savedFileName !== null;
  if (isPut && (status === 0 || status >= 500)) return { change: { state: 'failed', message } };
  // The file transferred earlier may have expired on the server: transfers it again without showing an error.
  if (isPut && isResumed && (status === 400 || status === 404)) {
    return { change: { state: 'waiting', sent: 0, savedFileName: null } };
  }
  if (status >= 400 && status < 500 && permanentErrors.includes(message)) {
    return { change: { ...failed(message), state: 'refused' } };
  }
  return { change: failed(message) };
};
