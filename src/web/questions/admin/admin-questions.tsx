import { useRef, useState, type ReactNode } from 'react';
import { adminQuestionEndpoints } from '#contract/admin/questions.ts';
import { useApiPages } from '#web/api/paged-queries.ts';
import { QUESTIONS_PER_PAGE } from '#web/questions/questions-per-page.ts';
import { PagedList } from '#web/shell/paged-list.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { AdminQuestionList } from './admin-question-list.tsx';
import styles from './admin-questions-page.module.css';

interface AdminQuestionsProps {
  readonly filters: { readonly answered?: string; readonly keyword?: string; readonly member?: string };
  readonly empty: ReactNode;
}

/** Questions that admins answer, page by page. Give it a `key` per filter. */
export const AdminQuestions = ({ filters, empty }: AdminQuestionsProps) => {
  const pages = useApiPages(
    adminQuestionEndpoints.adminQuestions,
    { ...filters, limit: String(QUESTIONS_PER_PAGE) },
    { failed: filters.keyword === undefined ? undefined : '검색 중 오류가 발생했습니다.' },
  );
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
        empty={empty}
      >
        {(questions) => <AdminQuestionList questions={questions} onStatus={showStatus} />}
      </PagedList>
    </>
  );
};
