import { useNavigate } from 'react-router';
import { PageSkeleton } from '#core/content/web/pages/page-skeleton.tsx';
import { consumeReturnPath } from '#platform/web/client/api/redirect-after-login.ts';
import { useOauthHandoff } from './oauth-handoff.ts';

/** A page that a social login redirects to. Shows a skeleton while it opens the session, then redirects. */
const OauthSuccessPage = () => {
  const navigate = useNavigate();
  useOauthHandoff(true, () => void navigate(consumeReturnPath(), { replace: true }));
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
