import { isRouteErrorResponse } from 'react-router';
import { ApiError } from '#web/api/api.ts';
import { CODE_MISSING } from './load-code.ts';

const LATER = '같은 문제가 계속되면 잠시 후 다시 방문해 주세요.';

export const isCodeMissing = (error: unknown): boolean =>
  isRouteErrorResponse(error) && error.statusText === CODE_MISSING;

/** What a visitor is told of a page that failed: no more than helps, and of too many visitors that there are too many. */
export const tellFailure = (error: unknown): string => {
  if (error instanceof ApiError && error.status === 429 && error.message !== '') return error.message;
  return `${isCodeMissing(error) ? '인터넷 연결을 확인해 주세요.' : '일시적인 문제가 발생했습니다.'} ${LATER}`;
};
