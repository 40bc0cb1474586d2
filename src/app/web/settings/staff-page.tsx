import { useState } from 'react';
import { AdminHead } from '#core/auth/web/admin-head.tsx';
import { AdminPage } from '#core/auth/web/admin-page.tsx';
import { paths } from '#core/content/web/paths.ts';
import { INVITATION_HOURS, staffEndpoints, type StaffMember } from '#features/members/contract/staff.ts';
import { formatDateTime, formatNearDateTime } from '#platform/contract/seoul-time.ts';
import { askConfirm } from '#platform/web/client/alert.tsx';
import { browserApi } from '#platform/web/client/api/browser-api.ts';
import { useApiQuery } from '#platform/web/client/api/queries.ts';
import { CopyField } from '#platform/web/client/copy-field.tsx';
import { LoadFailure } from '#platform/web/client/load-failure.tsx';
import { useAction } from '#platform/web/client/use-action.ts';
import { useNow } from '#platform/web/client/use-now.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { cx } from '#platform/web/ui/cx.ts';
import { Notice } from '#platform/web/ui/notice.tsx';
import { Skeleton } from '#platform/web/ui/skeleton.tsx';
import { SecondFactor } from './second-factor.tsx';
import styles from './staff-page.module.css';

const { listStaff, inviteStaff, cancelInvitation, revokeStaff } = staffEndpoints;

const lastLogin = ({ lastLoginAt }: StaffMember): string =>
  lastLoginAt === null ? '최근 3개월 동안 없음' : formatDateTime(new Date(lastLoginAt));

const Staff = () => {
  const { data, error, isPending, refetch } = useApiQuery(listStaff, {});
  const { run, send, isRunning, report } = useAction();
  const [url, setUrl] = useState<string | null>(null);
  const now = useNow();
  if (isPending) return <Skeleton label="관리자 목록을 불러오는 중입니다." shape="row" count={3} />;
  if (data === undefined) return <LoadFailure error={error} onRetry={() => void refetch()} />;

  const invite = () => run(async () => setUrl((await browserApi.call(inviteStaff, {})).url));
  const cancel = (id: number) => send(cancelInvitation, { params: { id } }, () => '초대를 취소했습니다.');
  const revoke = async ({ id, name }: StaffMember): Promise<void> => {
    const message = `${name} 님의 관리자 권한을 회수할까요?\n모든 기기에서 로그아웃됩니다.`;
    if (!(await askConfirm({ message, confirmLabel: '회수하기', isDanger: true }))) return;
    await send(
      revokeStaff,
      { params: { id } },
      () =>
        `${name} 님의 권한을 회수했습니다. 캘린더 구독 주소를 알고 있었다면 일정 관리에서 새 주소로 바꿔 주세요.`,
    );
  };

  return (
    <>
      {report !== null && <Notice tone={report.tone}>{report.text}</Notice>}
      <ul className={styles.staff}>
        {data.staff.map((admin) => (
          <li key={admin.id} className={cx('row-2 wrap middle between', styles.row)}>
            <div>
              <p className="strong">
                {admin.name} ({admin.loginId}){admin.isMe && ' · 나'}
              </p>
              <p className="note">마지막 로그인: {lastLogin(admin)}</p>
            </div>
            <Button
              variant="secondary"
              isLoading={isRunning}
              aria-label={`${admin.name}(${admin.loginId}) 권한 회수`}
              onClick={() => void revoke(admin)}
            >
              권한 회수
            </Button>
          </li>
        ))}
      </ul>
      <section className="stack-4" aria-labelledby="invite-title">
        <h2 id="invite-title">관리자 초대</h2>
        <p className="note">
          링크를 받은 사람이 아이디와 비밀번호를 정하면 관리자가 됩니다. 믿을 수 있는 사람에게만 보내 주세요.
        </p>
        <div>
          <Button isLoading={isRunning} onClick={() => void invite()}>
            초대 링크 만들기
          </Button>
        </div>
        {url !== null && (
          <CopyField
            label="초대 링크"
            hint={`${INVITATION_HOURS}시간 안에 한 번만 사용할 수 있습니다. 이 화면을 벗어나면 다시 볼 수 없습니다.`}
            value={url}
            object="링크를"
          />
        )}
        {data.invitations.length > 0 && (
          <ul className={styles.staff} aria-label="아직 쓰지 않은 초대">
            {data.invitations.map(({ id, createdBy, expiresAt }) => (
              <li key={id} className={cx('row-2 wrap middle between', styles.row)}>
                <p>
                  {createdBy} 님의 초대 · {formatNearDateTime(new Date(expiresAt), now)}까지
                </p>
                <Button variant="quiet" isLoading={isRunning} onClick={() => void cancel(id)}>
                  초대 취소
                </Button>
              </li>
            ))}
          </ul>
        )}
      </section>
    </>
  );
};

const StaffPage = () => (
  <AdminPage isNarrow>
    <AdminHead title="관리자" back={{ to: paths.settings(), label: '설정' }} />
    <Staff />
    <SecondFactor />
  </AdminPage>
);

export default StaffPage;
