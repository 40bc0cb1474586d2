import { totpEndpoints } from '#core/auth/contract/totp.ts';
import { useApiQuery } from '#platform/web/client/api/queries.ts';
import { ButtonLink } from '#platform/web/client/button-link.tsx';
import { Notice } from '#platform/web/ui/notice.tsx';
import { appPages } from '../../contract/pages.ts';

/** Leads an admin without a second factor to its set-up while the studio requires one. Renders nothing otherwise. */
export const SecondFactorNotice = () => {
  const { data } = useApiQuery(totpEndpoints.totpState, {});
  if (data === undefined || data.isOn || !data.isRequired) return null;
  return (
    <Notice
      action={
        <ButtonLink to={appPages.staff.path} variant="secondary">
          2단계 로그인 켜기
        </ButtonLink>
      }
    >
      관리하려면 먼저 2단계 로그인을 켜야 합니다.
    </Notice>
  );
};
