import { useEffect, useState } from 'react';
import { ApiError } from '#web/api/api.ts';

const DEBOUNCE = 500;

/** `unknown`: there is nothing to ask yet. */
export type Availability = 'unknown' | 'checking' | 'available' | 'taken' | 'failed';

/** Settles when the value is free; fails with 409 when it is taken. */
export type AvailabilityCheck = (value: string, signal: AbortSignal) => Promise<unknown>;

interface Answer {
  readonly value: string;
  readonly state: Availability;
}

const judgeFailure = (error: unknown): Availability =>
  error instanceof ApiError && error.status === 409 ? 'taken' : 'failed';

/**
 * Asks whether `value` is free once it has rested; null is not worth asking about. `check` must not change between
 * renders. An answer counts only for the value it was given for.
 */
export const useAvailability = (
  value: string | null,
  check: AvailabilityCheck,
): { state: Availability; checkAgain: () => void } => {
  const [answer, setAnswer] = useState<Answer | null>(null);
  const [attempt, setAttempt] = useState(0);

  useEffect(() => {
    if (value === null) return undefined;
    const abort = new AbortController();
    const ask = async (): Promise<void> => {
      const state = await check(value, abort.signal).then((): Availability => 'available', judgeFailure);
      if (!abort.signal.aborted) setAnswer({ value, state });
    };
    const timer = setTimeout(() => void ask(), DEBOUNCE);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [value, check, attempt]);

  const checkAgain = (): void => {
    setAnswer(null);
    setAttempt((count) => count + 1);
  };
  if (value === null) return { state: 'unknown', checkAgain };
  return { state: answer?.value === value ? answer.state : 'checking', checkAgain };
};
