import { isRouteErrorResponse, useRouteError } from 'react-router';
import { ApiError } from '#platform/web/client/api/api.ts';
import { LAZY_IMPORT_FAILED } from '#platform/web/client/navigation/lazy-import.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { ForbiddenPage } from './forbidden-page.tsx';
import { MessagePage } from './message-page.tsx';
import { NotFoundPage } from './not-found-page.tsx';

const TRY_LATER = '같은 문제가 계속되면 잠시 후 다시 방문해 주세요.';

const isLazyImportFailure = (error: unknown): boolean =>
  isRouteErrorResponse(error) && error.statusText === LAZY_IMPORT_FAILED;

/** The error page's text: the server's message for 429, a hint to check the connection when code failed to load, or a general text. */
export const formatErrorMessage = (error: unknown): string => {
  if (error instanceof ApiError && error.status === 429 && error.message !== '') return error.message;
  return `${isLazyImportFailure(error) ? '인터넷 연결을 확인해 주세요.' : '일시적인 문제가 발생했습니다.'} ${TRY_LATER}`;
};

export const ErrorPage = () => {
  const error = useRouteError();
  const status = isRouteErrorResponse(error) ? error.status : 500;
  if (status === 404) return <NotFoundPage />;
  if (status === 403) return <ForbiddenPage />;
  return (
    <MessagePage
      title={isLazyImportFailure(error) ? '페이지를 불러오지 못했습니다' : '페이지를 표시할 수 없습니다'}
      action={<Button onClick={() => location.reload()}>다시 시도</Button>}
    >
      {formatErrorMessage(error)}
    </MessagePage>
  );
};
