import { AppError, appError } from '#contract/errors.ts';

const RETRY_AFTER_S = 5;

/** Refuses UNAVAILABLE for some seconds. */
export const temporarilyUnavailable = (retryAfter = RETRY_AFTER_S): AppError =>
  appError('UNAVAILABLE', { retryAfter });

export const uploadBusy = (): AppError => appError('UPLOAD_BUSY', { retryAfter: RETRY_AFTER_S });

/** UNAVAILABLE because a process died, perhaps of the file: counts as a try. */
export class RenderProcessKilled extends AppError {
  constructor() {
    super('UNAVAILABLE', { retryAfter: RETRY_AFTER_S });
  }
}
