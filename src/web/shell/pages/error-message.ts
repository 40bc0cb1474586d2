import { isRouteErrorResponse } from 'react-router';
import { ApiError } from '#web/api/api.ts';
import { LAZY_IMPORT_FAILED } from '#web/shell/navigation/lazy-import.ts';

const TRY_LATER = '같은 문제가 계속되면 잠시 후 다시 방문해 주세요.';

export const isLazyImportFailure = (error: unknown): boolean =>
  isRouteErrorResponse(error) && error.statusText === LAZY_IMPORT_FAILED;

/** The error page's text: names overload as the cause, and no details of any other error. */
export const formatErrorMessage = (error: unknown): string => {
  if (error instanceof ApiError && error.status === 429 && error.message !== '') return error.message;
  return `${isLazyImportFailure(error) ? '인터넷 연결을 확인해 주세요.' : '일시적인 문제가 발생했습니다.'} ${TRY_LATER}`;
};
