import { Link } from 'react-router';
import { paths } from '#web/paths.ts';
import { buttonClass } from '#web/ui/button.tsx';
import { MessagePage } from './message-page.tsx';

export const NotFoundPage = () => (
  <MessagePage
    title="페이지를 찾을 수 없습니다"
    actions={
      <>
        <Link to={paths.home()} className={buttonClass()}>
          홈으로
        </Link>
        <Link to={paths.questionIntro()} className={buttonClass({ variant: 'secondary' })}>
          1:1 문의
        </Link>
      </>
    }
  >
    페이지가 삭제되었거나 주소가 변경되었을 수 있습니다. 주소를 다시 확인해 주세요.
  </MessagePage>
);
