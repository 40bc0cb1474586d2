import { AppError, appError } from '#platform/contract/errors.ts';
import { photoMessages } from '../../contract/photo-uploads.ts';

const RETRY_AFTER_S = 5;

export const invalidPhoto = (message: string): AppError =>
  appError('INVALID_INPUT', { message, fields: { file: message } });

/** An UNAVAILABLE error with a retry delay in seconds. */
export const temporarilyUnavailable = (retryAfter = RETRY_AFTER_S): AppError =>
  appError('UNAVAILABLE', { retryAfter });

export const uploadBusy = (): AppError => appError('UPLOAD_BUSY', { retryAfter: RETRY_AFTER_S });

/** UNAVAILABLE because the render process was killed, perhaps because of this file: counts as an attempt of a photo. */
export class RenderProcessKilled extends AppError {
  constructor() {
    super('UNAVAILABLE', { retryAfter: RETRY_AFTER_S });
  }
}

/** INVALID_INPUT because the file is not in the store: it may still be uploaded and saved. */
export class UploadMissing extends AppError {
  constructor() {
    const message = photoMessages.notUploaded;
    super('INVALID_INPUT', { message, fields: { file: message } });
  }
}
