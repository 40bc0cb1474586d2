import { isRouteErrorResponse, Link, useRouteError } from 'react-router';
import { paths } from '#web/paths.ts';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { CODE_MISSING } from './load-code.ts';
import { ForbiddenPage } from './forbidden-page.tsx';
import { MessagePage } from './message-page.tsx';
import { NotFoundPage } from './not-found-page.tsx';

/** What is shown in the place of a page that failed. */
export const ErrorPage = () => {
  const error = useRouteError();
  const status = isRouteErrorResponse(error) ? error.status : 500;
  if (status === 404) return <NotFoundPage />;
  if (status === 403) return <ForbiddenPage />;
  const isMissing = isRouteErrorResponse(error) && error.statusText === CODE_MISSING;
  return (
    <MessagePage
      title={isMissing ? '페이지를 불러오지 못했습니다.' : '페이지를 보여 드리지 못했습니다'}
      actions={
        <>
          <Button onClick={() => location.reload()}>다시 시도</Button>
          <Link to={paths.home()} className={buttonClass({ variant: 'secondary' })}>
            홈으로
          </Link>
        </>
      }
    >
      {isMissing ? '인터넷 연결을 확인해 주세요.' : '잠시 문제가 생겼습니다.'} 다시 시도해도 같다면 조금 뒤에
      찾아와 주세요.
    </MessagePage>
  );
};
