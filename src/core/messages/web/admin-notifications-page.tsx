import { Link, useSearchParams } from 'react-router';
import { AdminHead } from '#core/auth/web/admin-head.tsx';
import { AdminPage } from '#core/auth/web/admin-page.tsx';
import { paths } from '#core/content/web/paths.ts';
import { reloadData } from '#platform/web/client/api/data-changes.ts';
import { useApiPages } from '#platform/web/client/api/paged-queries.ts';
import { PagedList } from '#platform/web/client/paged-list.tsx';
import { Button } from '#platform/web/ui/button.tsx';
import { EmptyState } from '#platform/web/ui/empty-state.tsx';
import { Notice } from '#platform/web/ui/notice.tsx';
import { Skeleton } from '#platform/web/ui/skeleton.tsx';
import { notificationEndpoints } from '../contract/notifications.ts';
import { useResend } from './message-delivery.tsx';
import { MessageTable } from './message-table.tsx';

const Notifications = () => {
  const [query] = useSearchParams();
  const onlyUnsent = query.get('unsent') === 'true';
  const pages = useApiPages(notificationEndpoints.listNotifications, onlyUnsent ? { unsent: 'true' } : {});
  const { resendButton, report } = useResend();
  return (
    <>
      {onlyUnsent && (
        <p>
          보내지 못한 메시지만 표시합니다. <Link to={paths.adminNotifications()}>모두 보기</Link>
        </p>
      )}
      <div>{report !== null && <Notice tone={report.tone}>{report.text}</Notice>}</div>
      <PagedList
        pages={pages}
        skeleton={<Skeleton label="메시지 기록을 불러오는 중입니다." shape="row" count={8} />}
        empty={
          <EmptyState title={onlyUnsent ? '보내지 못한 메시지가 없습니다.' : '보낸 메시지가 없습니다.'} />
        }
      >
        {(messages) => (
          <MessageTable caption="메시지 기록" messages={messages} showsAttempts resendButton={resendButton} />
        )}
      </PagedList>
    </>
  );
};

const AdminNotificationsPage = () => (
  <AdminPage>
    <AdminHead title="메시지 기록" back={{ to: paths.adminQuestions(), label: '문의 관리' }}>
      <Button variant="secondary" onClick={() => void reloadData(['messages'])}>
        새로 고침
      </Button>
    </AdminHead>
    <Notifications />
  </AdminPage>
);

export default AdminNotificationsPage;
