import { useEffect, useMemo, useState } from 'react';
import { Link, useLoaderData, useLocation, useRevalidator } from 'react-router';
import { paths } from '#core/content/web/paths.ts';
import { useSession, isAdmin } from '#platform/web/client/api/session.ts';
import { ButtonLink } from '#platform/web/client/button-link.tsx';
import { Button } from '#platform/web/ui/button.tsx';
import { cx } from '#platform/web/ui/cx.ts';
import { EmptyState } from '#platform/web/ui/empty-state.tsx';
import { Notice } from '#platform/web/ui/notice.tsx';
import { Skeleton } from '#platform/web/ui/skeleton.tsx';
import { WidePage } from '#platform/web/ui/wide-page.tsx';
import type { Question } from '../contract/questions.ts';
import { deleteQuestion } from './delete-question.ts';
import type { QuestionListData } from './load-questions.ts';
import { AnswerText, focusQuestion, QuestionItem } from './question-item.tsx';
import { QuestionSearchForm } from './question-search-form.tsx';
import { validateQuestionKeyword, serializeQuestionSearch } from './question-search.ts';
import styles from './question-list-page.module.css';

const expandedByLocation = new Map<string, Set<number>>();

/** Stores per history entry which questions are expanded, so that Back and Forward restore the list. */
const useExpandedQuestions = () => {
  const { key } = useLocation();
  // The questions open on arrival. Later changes are not rendered: the `details` elements hold their own state.
  const ids = useMemo(() => new Set(expandedByLocation.get(key)), [key]);
  return {
    isInitiallyOpen: (id: number): boolean => ids.has(id),
    saveExpanded: (id: number, isOpen: boolean): void => {
      const open = expandedByLocation.get(key) ?? new Set();
      if (isOpen) open.add(id);
      else open.delete(id);
      expandedByLocation.set(key, open);
    },
  };
};

interface ActionsProps {
  readonly question: Question;
  readonly onDelete: () => void;
}

/** Shown to the author, as reported by the server, and to admins. Names are not compared, because they are not unique. */
const QuestionActions = ({ question: { id, mine }, onDelete }: ActionsProps) => {
  const session = useSession();
  if (!mine && !isAdmin(session?.role ?? '')) return null;
  return (
    <div className="row-3 wrap">
      <ButtonLink to={paths.editQuestion(id)} state={{ isFromList: true }} variant="secondary">
        수정
      </ButtonLink>
      <Button variant="danger" onClick={onDelete}>
        삭제
      </Button>
    </div>
  );
};

/** Expands the question named by the URL's fragment. An effect, because the server does not receive the fragment. */
const useExpandLinkedQuestion = (): void => {
  const { hash, key } = useLocation();
  useEffect(() => {
    const summary = hash === '' ? null : document.getElementById(hash.slice(1));
    const details = summary?.closest('details');
    if (!summary || !details) return;
    details.open = true;
    summary.focus({ preventScroll: true });
  }, [hash, key]);
};

const QuestionList = ({ questions }: { questions: readonly Question[] }) => {
  const { isInitiallyOpen, saveExpanded } = useExpandedQuestions();
  const { revalidate } = useRevalidator();
  const [status, setStatus] = useState('');
  useExpandLinkedQuestion();

  const remove = async (question: Question, index: number): Promise<void> => {
    setStatus('');
    if (!(await deleteQuestion(question))) return;
    const neighbor = questions[index + 1] ?? questions[index - 1];
    await revalidate();
    focusQuestion(neighbor?.id);
    setStatus('문의를 삭제했습니다.');
  };

  return (
    <>
      <p className="visually-hidden" role="status">
        {status}
      </p>
      <ul className={styles.list}>
        {questions.map((question, index) => (
          <QuestionItem
            key={question.id}
            question={question}
            isOpen={isInitiallyOpen(question.id)}
            onToggle={(isOpen) => saveExpanded(question.id, isOpen)}
          >
            {question.answer !== null && <AnswerText answer={question.answer} />}
            <QuestionActions question={question} onDelete={() => void remove(question, index)} />
          </QuestionItem>
        ))}
      </ul>
    </>
  );
};

/**
 * Reloads the list when it was loaded for a guest and there is a session now, or the reverse; also when the member's own questions
 * are not loaded yet. The server renders for a guest, and other tabs log in and out.
 */
const useRevalidateOnLogin = ({ search, isMember, questions, failure }: QuestionListData): void => {
  const isLoggedIn = useSession() !== null;
  const isNotLoaded = search.mine && questions === null && failure === null;
  const { revalidate } = useRevalidator();
  useEffect(() => {
    if (isLoggedIn !== isMember || isNotLoaded) void revalidate();
  }, [isLoggedIn, isMember, isNotLoaded, revalidate]);
};

const QuestionResults = ({ page: { search, questions, failure } }: { page: QuestionListData }) => {
  const currentLocation = useLocation();
  if (failure !== null)
    return (
      <div className="row-3 wrap middle">
        <Notice tone="error">{failure}</Notice>
        <Link to={currentLocation} reloadDocument className="link">
          다시 시도
        </Link>
      </div>
    );
  if (questions === null) return <Skeleton label="문의를 불러오는 중입니다." shape="row" count={5} />;
  if (questions.length > 0) return <QuestionList questions={questions} />;
  const isSearch = search.keyword !== null && validateQuestionKeyword(search.keyword) === undefined;
  return <EmptyState title={isSearch ? '검색 결과가 없습니다.' : '문의가 없습니다.'} />;
};

export const QuestionListPage = () => {
  const page = useLoaderData<QuestionListData>();
  const { search, isFirst, next } = page;
  const query = serializeQuestionSearch(search);
  useRevalidateOnLogin(page);
  return (
    <WidePage title="문의 목록" lead="촬영과 예약에 대한 문의와 답변입니다. 제목을 누르면 내용이 펼쳐집니다.">
      <div className={cx('stack-6', styles.tools)}>
        <QuestionSearchForm key={`${search.in} ${search.keyword}`} search={search} />
        <ButtonLink to={paths.newQuestion()} size="large">
          문의하기
        </ButtonLink>
      </div>
      <QuestionResults page={page} />
      {(next !== null || !isFirst) && (
        <nav className="row-3 wrap middle" aria-label="문의 목록 페이지">
          {!isFirst && (
            <Link to={paths.questions(query)} className="link">
              최근 문의
            </Link>
          )}
          {next !== null && (
            <Link to={paths.questions({ ...query, cursor: next })} className="link">
              이전 문의 더 보기
            </Link>
          )}
        </nav>
      )}
    </WidePage>
  );
};
