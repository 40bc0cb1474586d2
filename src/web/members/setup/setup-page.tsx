import { Link, useSearchParams } from 'react-router';
import { paths } from '#web/paths.ts';
import { buttonClass } from '#web/ui/button.tsx';
import { NarrowPage } from '#web/ui/narrow-page.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { SetupForm } from './setup-form.tsx';

const SetupPage = () => {
  const [search] = useSearchParams();
  const token = search.get('token') ?? '';
  if (token !== '')
    return (
      <NarrowPage title="관리자 계정 만들기" lead="이 계정으로 사진, 예약, 문의를 관리합니다.">
        <SetupForm token={token} />
      </NarrowPage>
    );
  return (
    <NarrowPage title="관리자 계정 만들기">
      <div className="stack-3">
        <Notice>서버를 시작한 터미널에 표시된 링크로 열어 주세요.</Notice>
        <Link to={paths.home()} className={buttonClass({ variant: 'secondary' })}>
          홈으로
        </Link>
      </div>
    </NarrowPage>
  );
};

export default SetupPage;
