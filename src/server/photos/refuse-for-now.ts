import { Refusal, refuse } from '#contract/errors.ts';

const AGAIN_AFTER = 5;

/** Refuses UNAVAILABLE for some seconds. */
export const refuseForNow = (retryAfter = AGAIN_AFTER): Refusal => refuse('UNAVAILABLE', { retryAfter });

export const refuseBusy = (): Refusal => refuse('UPLOAD_BUSY', { retryAfter: AGAIN_AFTER });

/** UNAVAILABLE because a process died, perhaps of the file: counts as a try. */
export class ProcessKilled extends Refusal {
  constructor() {
    super('UNAVAILABLE', { retryAfter: AGAIN_AFTER });
  }
}
