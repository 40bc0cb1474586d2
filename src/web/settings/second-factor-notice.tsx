import { Link } from 'react-router';
import { totpEndpoints } from '#contract/totp.ts';
import { useApiQuery } from '#web/api/queries.ts';
import { paths } from '#web/paths.ts';
import { buttonClass } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';

/** Leads an admin to the set-up of the second factor that the studio requires. Renders nothing otherwise. */
export const SecondFactorNotice = () => {
  const { data } = useApiQuery(totpEndpoints.totpState, {});
  if (data === undefined || data.isOn || !data.isRequired) return null;
  return (
    <Notice
      action={
        <Link to={paths.staff()} className={buttonClass({ variant: 'secondary' })}>
          2단계 로그인 켜기
        </Link>
      }
    >
      관리하려면 먼저 2단계 로그인을 켜야 합니다.
    </Notice>
  );
};
