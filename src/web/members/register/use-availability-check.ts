import { useEffect, useState } from 'react';
import { ApiError } from '#web/api/api.ts';

const DEBOUNCE_MS = 500;

/** `unknown`: there is nothing to ask yet. */
export type AvailabilityState = 'unknown' | 'checking' | 'available' | 'taken' | 'failed';

/** Settles when the value is free; fails with 409 when it is taken. */
export type AvailabilityRequest = (value: string, signal: AbortSignal) => Promise<unknown>;

interface AvailabilityOutcome {
  readonly state: AvailabilityState;
  /** The server's message for a used-up limit: it names the wait. */
  readonly message?: string | undefined;
}

const outcomeOf = (error: unknown): AvailabilityOutcome => {
  const { status, message } = error instanceof ApiError ? error : { status: 0, message: '' };
  if (status === 409) return { state: 'taken' };
  return status === 429 && message !== '' ? { state: 'failed', message } : { state: 'failed' };
};

export interface AvailabilityResult extends AvailabilityOutcome {
  readonly retry: () => void;
}

/**
 * Whether a form may be sent as far as this check goes. A check that failed does not hold up a visitor who has a code: the
 * server checks again when the form arrives.
 */
export const allowsSubmit = (state: AvailabilityState, hasCode: boolean): boolean =>
  state === 'available' || (hasCode && state === 'failed');

/**
 * Checks `value` 500 ms after its last change; null is not checked. `check` must not change between renders. An answer counts
 * only for the value that was sent.
 */
export const useAvailabilityCheck = (
  value: string | null,
  check: AvailabilityRequest,
): AvailabilityResult => {
  const [answer, setAnswer] = useState<(AvailabilityOutcome & { readonly value: string }) | null>(null);
  const [attempt, setAttempt] = useState(0);

  useEffect(() => {
    if (value === null) return undefined;
    const abort = new AbortController();
    const ask = async (): Promise<void> => {
      const outcome = await check(value, abort.signal).then(
        (): AvailabilityOutcome => ({ state: 'available' }),
        outcomeOf,
      );
      if (!abort.signal.aborted) setAnswer({ value, ...outcome });
    };
    const timer = setTimeout(() => void ask(), DEBOUNCE_MS);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [value, check, attempt]);

  const checkAgain = (): void => {
    setAnswer(null);
    setAttempt((count) => count + 1);
  };
  if (value === null) return { state: 'unknown', retry: checkAgain };
  if (answer?.value !== value) return { state: 'checking', retry: checkAgain };
  return { state: answer.state, message: answer.message, retry: checkAgain };
};
