import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { notificationEndpoints } from '#contract/notifications.ts';
import type { Notification } from '#contract/notifications.ts';
import { formatTimestamp } from '#contract/seoul-time.ts';
import { messageOf } from '#web/api/api.ts';
import { browserApi } from '#web/api/browser-api.ts';
import { useApiPages } from '#web/api/paged-queries.ts';
import { invalidateQueries } from '#web/api/queries.ts';
import { paths } from '#web/paths.ts';
import { AdminHead } from '#web/shell/admin-head.tsx';
import { AdminPage } from '#web/shell/admin-page.tsx';
import { askConfirm } from '#web/shell/alert.tsx';
import { PagedList } from '#web/shell/paged-list.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { Table } from '#web/ui/table.tsx';
import type { Column } from '#web/ui/table.tsx';

const FAILED = '처리 중 오류가 발생했습니다.';
const { listNotifications, resendNotification } = notificationEndpoints;

const states = {
  QUEUED: { tone: 'waiting', label: '발송 예정' },
  SENT: { tone: 'done', label: '발송 완료' },
  SIMULATED: { tone: 'plain', label: '보내지 않음 (시험)' },
  FAILED: { tone: 'blocked', label: '실패' },
  UNKNOWN: { tone: 'plain', label: '확인 필요' },
} as const;

const kinds = { QUESTION_ANSWERED: '답변 등록', QUESTION_ASKED: '새 문의' } as const;

const formatRecipient = ({ kind, memberName }: Notification): string =>
  memberName ?? (kind === 'QUESTION_ASKED' ? '스튜디오' : '탈퇴회원');

const formatAttempts = ({ state, attempts }: Notification): string =>
  `${state === 'SIMULATED' ? 0 : attempts}회`;

const columns = (onResend: (notification: Notification) => void): readonly Column<Notification>[] => [
  {
    key: 'createdAt',
    header: '등록 일시',
    cell: ({ createdAt }) => <time dateTime={createdAt}>{formatTimestamp(new Date(createdAt))}</time>,
    isShort: true,
  },
  { key: 'to', header: '받는 사람', cell: formatRecipient, isRowHeader: true },
  { key: 'kind', header: '내용', cell: ({ kind }) => kinds[kind], isShort: true },
  {
    key: 'state',
    header: '상태',
    cell: ({ state }) => <Badge tone={states[state].tone}>{states[state].label}</Badge>,
    isShort: true,
  },
  { key: 'attempts', header: '발송 횟수', cell: formatAttempts, isShort: true },
  {
    key: 'resend',
    header: '처리',
    cell: (notification) =>
      notification.state === 'FAILED' || notification.state === 'UNKNOWN' ? (
        <Button variant="secondary" size="small" onClick={() => onResend(notification)}>
          다시 보내기
        </Button>
      ) : (
        '–'
      ),
    isShort: true,
  },
];

const Notifications = () => {
  const [query] = useSearchParams();
  const onlyUnsent = query.get('unsent') === 'true';
  const pages = useApiPages(listNotifications, onlyUnsent ? { unsent: 'true' } : {});
  const [report, setReport] = useState<{ tone: 'success' | 'error'; text: string } | null>(null);

  const resend = async ({ id, state }: Notification): Promise<void> => {
    const message = '이미 도착한 문자일 수 있습니다.\n그래도 다시 보낼까요?';
    if (state === 'UNKNOWN' && !(await askConfirm({ message, confirmLabel: '다시 보내기' }))) return;
    setReport(null);
    try {
      await browserApi.call(resendNotification, { params: { id } });
      setReport({ tone: 'success', text: '곧 다시 발송합니다.' });
    } catch (error) {
      setReport({ tone: 'error', text: messageOf(error, FAILED) });
    }
    await invalidateQueries(listNotifications);
  };

  return (
    <>
      {onlyUnsent && (
        <p>
          보내지 못한 문자만 표시합니다. <Link to={paths.adminNotifications()}>모두 보기</Link>
        </p>
      )}
      <div>{report !== null && <Notice tone={report.tone}>{report.text}</Notice>}</div>
      <PagedList
        pages={pages}
        skeleton={<Skeleton label="알림 문자를 불러오는 중입니다." shape="row" count={8} />}
        empty={<EmptyState title={onlyUnsent ? '보내지 못한 문자가 없습니다.' : '알림 문자가 없습니다.'} />}
        describeFailure={(error) => messageOf(error, FAILED)}
      >
        {(rows) => (
          <Table
            caption="알림 문자"
            columns={columns((notification) => void resend(notification))}
            rows={rows}
            rowKey={({ id }) => id}
          />
        )}
      </PagedList>
    </>
  );
};

const AdminNotificationsPage = () => (
  <AdminPage>
    <AdminHead title="알림 문자" back={{ to: paths.adminQuestions(), label: '문의 관리' }}>
      <Button variant="secondary" onClick={() => void invalidateQueries(listNotifications)}>
        새로 고침
      </Button>
    </AdminHead>
    <Notifications />
  </AdminPage>
);

export default AdminNotificationsPage;
