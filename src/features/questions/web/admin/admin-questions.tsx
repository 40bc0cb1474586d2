import { useRef, useState, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { useSearchParams } from 'react-router';
import { questionAnchor } from '#core/content/web/paths.ts';
import { reloadData } from '#platform/web/client/api/data-changes.ts';
import { useApiPages } from '#platform/web/client/api/paged-queries.ts';
import { PagedList } from '#platform/web/client/paged-list.tsx';
import { cx } from '#platform/web/ui/cx.ts';
import { Skeleton } from '#platform/web/ui/skeleton.tsx';
import { adminQuestionEndpoints } from '../../contract/admin-questions.ts';
import type { Question } from '../../contract/questions.ts';
import { focusQuestion } from '../question-item.tsx';
import { QUESTIONS_PER_PAGE } from '../question-search.ts';
import { AdminQuestion } from './admin-question.tsx';
import { answerDraftStore } from './answer-form.tsx';
import styles from './admin-questions-page.module.css';

/** The next unanswered question after `index`, or else the first unanswered one before it. */
const findNextUnanswered = (questions: readonly Question[], index: number): Question | undefined =>
  [...questions.slice(index + 1), ...questions.slice(0, index)].find(({ answered }) => !answered);

interface AdminQuestionListProps {
  readonly questions: readonly Question[];
  /** Shows a status message. With `isLast` the list has no more unanswered questions and the focus moves to the message. */
  readonly onStatus: (message: string, isLast?: boolean) => void;
}

/** The list in which admins answer questions. After a new answer the next unanswered question opens, if any. */
const AdminQuestionList = ({ questions, onStatus }: AdminQuestionListProps) => {
  const [toggled, setToggled] = useState<ReadonlyMap<number, boolean>>(new Map());

  const toggle = (id: number, isOpen: boolean): void =>
    setToggled((current) => (current.get(id) === isOpen ? current : new Map(current).set(id, isOpen)));
  const [query] = useSearchParams();
  // A question that a link names, or with a stored answer draft after a reload, is open.
  const isOpen = (id: number): boolean =>
    toggled.get(id) ?? (query.get('id') === String(id) || answerDraftStore(id).read() !== null);

  const openNext = (index: number): void => {
    const waiting = findNextUnanswered(questions, index);
    if (waiting === undefined)
      return onStatus('답변을 등록했습니다. 이제 답변 대기 중인 문의가 없습니다.', true);
    flushSync(() => toggle(waiting.id, true));
    document.getElementById(questionAnchor(waiting.id))?.parentElement?.querySelector('textarea')?.focus();
  };

  const refreshAfterDelete = async (index: number): Promise<void> => {
    const neighbor = questions[index + 1] ?? questions[index - 1];
    await reloadData(['questions']);
    focusQuestion(neighbor?.id);
    onStatus('문의를 삭제했습니다.');
  };

  return (
    <ul className={styles.list}>
      {questions.map((question, index) => (
        <AdminQuestion
          key={question.id}
          question={question}
          isOpen={isOpen(question.id)}
          onToggle={(open) => toggle(question.id, open)}
          onDone={(message, isAnswered = false) => {
            onStatus(message);
            if (isAnswered) openNext(index);
          }}
          onDeleted={() => refreshAfterDelete(index)}
        />
      ))}
    </ul>
  );
};

export type QuestionFilters = Readonly<Partial<Record<'answered' | 'keyword' | 'id' | 'member', string>>>;

interface AdminQuestionsProps {
  readonly filters: QuestionFilters;
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
      <p ref={status} className={cx('note', styles.said)} role="status" tabIndex={-1}>
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
