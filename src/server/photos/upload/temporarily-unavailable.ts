import { AppError, appError } from '#contract/errors.ts';

const RETRY_AFTER_S = 5;

/** An UNAVAILABLE error with a short retry delay. */
export const temporarilyUnavailable = (retryAfter = RETRY_AFTER_S): AppError =>
  appError('UNAVAILABLE', { retryAfter });

export const uploadBusy = (): AppError => appError('UPLOAD_BUSY', { retryAfter: RETRY_AFTER_S });

/** UNAVAILABLE because the render process was killed, perhaps by this file: counts as an attempt. */
export class RenderProcessKilled extends AppError {
  constructor() {
    super('UNAVAILABLE', { retryAfter: RETRY_AFTER_S });
  }
}
