import { isRouteErrorResponse, Link, useRouteError } from 'react-router';
import { paths } from '#web/paths.ts';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { ForbiddenPage } from './forbidden-page.tsx';
import { MessagePage } from './message-page.tsx';
import { NotFoundPage } from './not-found-page.tsx';
import { isLazyImportFailure, formatErrorMessage } from './error-message.ts';

export const ErrorPage = () => {
  const error = useRouteError();
  const status = isRouteErrorResponse(error) ? error.status : 500;
  if (status === 404) return <NotFoundPage />;
  if (status === 403) return <ForbiddenPage />;
  return (
    <MessagePage
      title={isLazyImportFailure(error) ? '페이지를 불러오지 못했습니다' : '페이지를 표시할 수 없습니다'}
      actions={
        <>
          <Button onClick={() => location.reload()}>다시 시도</Button>
          <Link to={paths.home()} className={buttonClass({ variant: 'secondary' })}>
            홈으로
          </Link>
        </>
      }
    >
      {formatErrorMessage(error)}
    </MessagePage>
  );
};
