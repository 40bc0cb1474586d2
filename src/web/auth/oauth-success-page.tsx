import { useNavigate } from 'react-router';
import { PageSkeleton } from '#web/shell/page-skeleton.tsx';
import { takeReturn } from './return-to.ts';
import { useHandOff } from './use-hand-off.ts';

/** Where social login leads a member: nothing to see, the session is opened and the way goes on. */
const OauthSuccessPage = () => {
  const navigate = useNavigate();
  useHandOff(true, () => void navigate(takeReturn(), { replace: true }));
  return (
    <>
      <p className="visually-hidden" role="status">
        로그인하고 있습니다.
      </p>
      <PageSkeleton />
    </>
  );
};

export default OauthSuccessPage;
