import { Link, useSearchParams } from 'react-router';
import { notificationEndpoints } from '#contract/notifications.ts';
import { reloadData } from '#web/api/data-changes.ts';
import { useApiPages } from '#web/api/paged-queries.ts';
import { paths } from '#web/paths.ts';
import { AdminHead } from '#web/shell/admin-head.tsx';
import { AdminPage } from '#web/shell/admin-page.tsx';
import { PagedList } from '#web/shell/paged-list.tsx';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { Table } from '#web/ui/table.tsx';
import { useNotificationColumns } from './use-notification-columns.tsx';

const Notifications = () => {
  const [query] = useSearchParams();
  const onlyUnsent = query.get('unsent') === 'true';
  const pages = useApiPages(notificationEndpoints.listNotifications, onlyUnsent ? { unsent: 'true' } : {});
  const { columns, report } = useNotificationColumns();
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
        {(rows) => <Table caption="메시지 기록" columns={columns} rows={rows} showsHeaders />}
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
