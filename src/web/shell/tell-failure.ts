import { isRouteErrorResponse } from 'react-router';
import { ApiError } from '#web/api/api.ts';
import { CODE_MISSING } from './load-code.ts';

const LATER = '다시 시도해도 같다면 조금 뒤에 찾아와 주세요.';

/** Whether the page's own code could not be fetched. */
export const isCodeMissing = (error: unknown): boolean =>
  isRouteErrorResponse(error) && error.statusText === CODE_MISSING;

/** What a visitor is told of a page that failed: no more than helps, and of too many visitors that there are too many. */
export const tellFailure = (error: unknown): string => {
  if (error instanceof ApiError && error.status === 429 && error.message !== '') return error.message;
  return `${isCodeMissing(error) ? '인터넷 연결을 확인해 주세요.' : '잠시 문제가 생겼습니다.'} ${LATER}`;
};
