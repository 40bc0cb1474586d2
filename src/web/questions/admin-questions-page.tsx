import { useRef, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { questionEndpoints } from '#contract/questions.ts';
import { messageOf } from '#web/api/api.ts';
import { useApiPages } from '#web/api/paged-queries.ts';
import { paths } from '#web/paths.ts';
import { AdminHead } from '#web/shell/admin-head.tsx';
import { AdminPage } from '#web/shell/admin-page.tsx';
import { PagedList } from '#web/shell/paged-list.tsx';
import { buttonClass } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import pill from '#web/ui/pill.module.css';
import { AdminQuestionList } from './admin-question-list.tsx';
import styles from './admin-questions-page.module.css';
import { QUESTIONS_PER_PAGE } from './questions-per-page.ts';

const FAILED = '문의 목록을 불러오지 못했습니다.';

const tabs = [
  { answered: undefined, label: '전체' },
  { answered: false, label: '답변 대기' },
  { answered: true, label: '답변 완료' },
] as const;

const readAnswered = (query: URLSearchParams): boolean | undefined => {
  const answered = query.get('answered');
  return answered === 'true' || answered === 'false' ? answered === 'true' : undefined;
};

const Tabs = ({ answered: shown }: { answered: boolean | undefined }) => (
  <nav aria-label="답변 상태" className={styles.tabs}>
    {tabs.map(({ answered, label }) => (
      <Link
        key={label}
        to={paths.adminQuestions(answered)}
        className={pill.pill}
        aria-current={answered === shown ? 'page' : undefined}
        preventScrollReset
      >
        {label}
      </Link>
    ))}
  </nav>
);

const Questions = ({ answered }: { answered: boolean | undefined }) => {
  const pages = useApiPages(questionEndpoints.adminQuestions, {
    answered: answered?.toString(),
    limit: String(QUESTIONS_PER_PAGE),
  });
  const count = pages.rows?.length ?? 0;
  // Stored outside the list, so that the status also shows when the list has become empty.
  const [message, setMessage] = useState('');
  const status = useRef<HTMLParagraphElement>(null);

  const showStatus = (text: string, isLast = false): void => {
    setMessage(text);
    if (isLast) status.current?.focus();
  };

  return (
    <>
      <p ref={status} className={styles.said} role="status" tabIndex={-1}>
        {message}
      </p>
      <PagedList
        pages={pages}
        skeleton={<Skeleton label="문의를 불러오는 중입니다." shape="row" count={8} />}
        empty={<EmptyState title="문의가 없습니다." />}
        describeFailure={(error) => messageOf(error, FAILED)}
      >
        {(questions) => (
          <>
            <p className={styles.count}>{pages.hasMore ? `${count}건 이상` : `${count}건`}</p>
            <AdminQuestionList questions={questions} onStatus={showStatus} />
          </>
        )}
      </PagedList>
    </>
  );
};

const AdminQuestionsPage = () => {
  const [query] = useSearchParams();
  const answered = readAnswered(query);
  return (
    <AdminPage>
      <AdminHead title="문의 관리">
        <Link to={paths.adminNotifications()} className={buttonClass({ variant: 'secondary' })}>
          알림 문자
        </Link>
      </AdminHead>
      <Tabs answered={answered} />
      <Questions key={String(answered)} answered={answered} />
    </AdminPage>
  );
};

export default AdminQuestionsPage;
