import { totpEndpoints } from '#core/auth/contract/totp.ts';
import { AdminHead } from '#core/auth/web/admin-head.tsx';
import { AdminPage } from '#core/auth/web/admin-page.tsx';
import { paths } from '#core/content/web/paths.ts';
import { formatDateWithoutYear, seoulDate } from '#platform/contract/seoul-time.ts';
import { useApiQuery } from '#platform/web/client/api/queries.ts';
import { ButtonLink } from '#platform/web/client/button-link.tsx';
import { LoadFailure } from '#platform/web/client/load-failure.tsx';
import { useNow } from '#platform/web/client/use-now.ts';
import { cx } from '#platform/web/ui/cx.ts';
import { Notice } from '#platform/web/ui/notice.tsx';
import { Skeleton } from '#platform/web/ui/skeleton.tsx';
import { deskEndpoints } from '../../contract/desk.ts';
import { appPages } from '../../contract/pages.ts';
import { DeskBackup } from './desk-backup.tsx';
import { DeskMeetings } from './desk-meetings.tsx';
import { DeskQuestions } from './desk-questions.tsx';
import { DeskRefusals } from './desk-refusals.tsx';
import { DeskTiles } from './desk-tiles.tsx';
import { DeskWeek } from './desk-week.tsx';
import { SetupChecklist } from './setup-checklist.tsx';
import styles from './desk-columns.module.css';

interface LinkNoticeProps {
  readonly tone?: 'warning';
  readonly to: string;
  readonly label: string;
  readonly children: string;
}

/** A notice with a link to the page where an admin can resolve what it reports. */
const LinkNotice = ({ tone, to, label, children }: LinkNoticeProps) => (
  <Notice
    tone={tone}
    action={
      <ButtonLink to={to} variant="secondary">
        {label}
      </ButtonLink>
    }
  >
    {children}
  </Notice>
);

/** Leads an admin without a second factor to its set-up while the studio requires one. */
const SecondFactorNotice = () => {
  const { data } = useApiQuery(totpEndpoints.totpState, {});
  if (data === undefined || data.isOn || !data.isRequired) return null;
  return (
    <LinkNotice to={appPages.staff.path} label="2단계 로그인 켜기">
      관리하려면 먼저 2단계 로그인을 켜야 합니다.
    </LinkNotice>
  );
};

const Desk = () => {
  const { data, error, isPending, refetch } = useApiQuery(deskEndpoints.desk, {});
  if (isPending) return <Skeleton label="오늘 할 일을 불러오는 중입니다." shape="row" count={6} />;
  if (data === undefined) return <LoadFailure error={error} onRetry={() => void refetch()} />;
  // Before the first reservation there are no meetings to show.
  const isNew = data.openSteps.includes('reservation');
  return (
    <>
      {!data.sendsSms && (
        <LinkNotice tone="warning" to={appPages.connections.path} label="문자 연결">
          문자 업체를 연결하지 않았습니다. 인증번호를 보낼 수 없어 고객이 가입하거나 예약할 수 없습니다.
        </LinkNotice>
      )}
      {data.isNotOpenYet && (
        <LinkNotice tone="warning" to={paths.settingsSection('opening')} label="홈페이지 열기">
          준비 중입니다. 방문자에게는 상호, 사진, 연락처만 보입니다.
        </LinkNotice>
      )}
      {data.showsSamples && !data.isNotOpenYet && (
        <LinkNotice to={paths.settingsSection('opening')} label="준비 중으로 바꾸기">
          방문자에게 예시 자료가 보입니다. 다 바꿀 때까지 연락처만 보여 줄 수 있습니다.
        </LinkNotice>
      )}
      <DeskRefusals refusals={data.refusals} />
      {data.hasProcessorDraft && (
        <LinkNotice tone="warning" to={paths.settingsSection('privacy')} label="초안 확인하기">
          새로 연결한 업체를 추가한 개인정보 처리방침 초안이 있습니다. 확인하고 게시해 주세요.
        </LinkNotice>
      )}
      {data.needsPhone && (
        <LinkNotice to={paths.myInfo()} label="내 정보">
          휴대폰 번호가 등록되어 있지 않습니다. 등록해 두면 문자로 비밀번호를 다시 정할 수 있습니다.
        </LinkNotice>
      )}
      {isNew && <SetupChecklist openSteps={data.openSteps} />}
      {isNew ? (
        <DeskTiles date={data.date} counts={data.counts} />
      ) : (
        <>
          <div className={cx('stack-8', styles.columns)}>
            <DeskMeetings date={data.date} meetings={data.meetings} />
            <div className="stack-8">
              <DeskTiles date={data.date} counts={data.counts} />
              <DeskQuestions questions={data.questions} />
            </div>
          </div>
          <DeskWeek week={data.week} />
          <SetupChecklist openSteps={data.openSteps} />
        </>
      )}
      <DeskBackup backup={data.backup} />
      <p className="note">사진관 {data.version}</p>
    </>
  );
};

const DeskPage = () => (
  <AdminPage>
    <AdminHead title="오늘">
      <p className="muted">{formatDateWithoutYear(seoulDate(useNow()))}</p>
      <ButtonLink to={paths.adminSheet()} variant="secondary" size="small">
        월별 통계
      </ButtonLink>
    </AdminHead>
    <SecondFactorNotice />
    <Desk />
  </AdminPage>
);

export default DeskPage;
