import { useEffect, useState } from 'react';
import { ApiError } from '#platform/web/client/api/api.ts';

const DEBOUNCE_MS = 500;

/** Resolves when the value is free; rejects with 409 when it is taken. */
export type AvailabilityRequest = (value: string, signal: AbortSignal) => Promise<unknown>;

interface AvailabilityOutcome {
  /** `unknown`: there is no value to check. */
  readonly state: 'unknown' | 'checking' | 'available' | 'taken' | 'failed';
  /** Why the value cannot be used or was not checked. */
  readonly error?: string;
}

const outcomeOf = (error: unknown, failed: string): AvailabilityOutcome => {
  const { status, message } = error instanceof ApiError ? error : { status: 0, message: '' };
  if (status === 409) return { state: 'taken', error: message };
  // The server's message for 429 can say how long to wait, so it is shown instead of `failed`.
  return { state: 'failed', error: status === 429 && message !== '' ? message : failed };
};

export interface AvailabilityResult extends AvailabilityOutcome {
  readonly retry: () => void;
}

/**
 * False while the check keeps the form from being submitted. An `unknown` value is left to the form's schema. With a code, a
 * failed check does not block: the server checks again.
 */
export const allowsSubmit = (state: AvailabilityOutcome['state'], hasCode: boolean): boolean =>
  state === 'available' || state === 'unknown' || (hasCode && state === 'failed');

/**
 * Checks `value` 500 ms after its last change; null skips the check. `check` must be stable between renders. Ignores responses
 * for outdated values. `failed` is the error of a value that could not be checked, unless the server sent a message with 429.
 */
export const useAvailabilityCheck = (
  value: string | null,
  check: AvailabilityRequest,
  failed: string,
): AvailabilityResult => {
  const [lastOutcome, setLastOutcome] = useState<(AvailabilityOutcome & { readonly value: string }) | null>(
    null,
  );
  const [attempt, setAttempt] = useState(0);

  useEffect(() => {
    if (value === null) return undefined;
    const abort = new AbortController();
    const runCheck = async (): Promise<void> => {
      const outcome = await check(value, abort.signal).then(
        (): AvailabilityOutcome => ({ state: 'available' }),
        (error: unknown) => outcomeOf(error, failed),
      );
      if (!abort.signal.aborted) setLastOutcome({ value, ...outcome });
    };
    const timer = setTimeout(() => void runCheck(), DEBOUNCE_MS);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [value, check, failed, attempt]);

  const checkAgain = (): void => {
    setLastOutcome(null);
    setAttempt((count) => count + 1);
  };
  if (value === null) return { state: 'unknown', retry: checkAgain };
  if (lastOutcome?.value !== value) return { state: 'checking', retry: checkAgain };
  return { ...lastOutcome, retry: checkAgain };
};
