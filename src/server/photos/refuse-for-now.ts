import { Refusal, refuse } from '#contract/errors.ts';

const AGAIN_AFTER = 5;

/** Refuses UNAVAILABLE: another try may succeed in some seconds. */
export const refuseForNow = (retryAfter = AGAIN_AFTER): Refusal => refuse('UNAVAILABLE', { retryAfter });

/** Refuses UPLOAD_BUSY: another call is saving the same upload. */
export const refuseBusy = (): Refusal => refuse('UPLOAD_BUSY', { retryAfter: AGAIN_AFTER });

/** UNAVAILABLE too, but a process ended over the file, which may be to blame: it counts as a try. */
export class ProcessKilled extends Refusal {
  constructor() {
    super('UNAVAILABLE', { retryAfter: AGAIN_AFTER });
  }
}
