import { errors, appError, type AppError } from '../../../contract/errors.ts';

/** Formats a wait as `45초`, `12분`, `2시간` or `23시간 59분`, rounded up. */
const formatRetryAfter = (seconds: number): string => {
  if (seconds <= 59) return `${Math.ceil(seconds)}초`;
  const minutes = Math.ceil(seconds / 60);
  const hours = Math.floor(minutes / 60);
  const rest = minutes % 60;
  return [...(hours > 0 ? [`${hours}시간`] : []), ...(rest > 0 ? [`${rest}분`] : [])].join(' ');
};

/** TOO_MANY_REQUESTS for a client that exceeded a limit. The message names the time to wait. */
export const tooManyRequestsError = (seconds: number): AppError =>
  appError('TOO_MANY_REQUESTS', {
    retryAfter: seconds,
    message: `요청이 너무 많습니다. ${formatRetryAfter(seconds)} 후 다시 시도해 주세요.`,
  });

/** TOO_MANY_REQUESTS for overload, with a `Retry-After` of one second. */
export const overloadedError = (): AppError =>
  appError('TOO_MANY_REQUESTS', { retryAfter: 1, message: errors.UNAVAILABLE.message });
