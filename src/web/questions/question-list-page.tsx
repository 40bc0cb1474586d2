import { useEffect } from 'react';
import { Link, useLoaderData, useLocation, useRevalidator } from 'react-router';
import { useSession } from '#web/auth/session.ts';
import { paths } from '#web/paths.ts';
import { buttonClass } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { WidePage } from '#web/ui/wide-page.tsx';
import type { QuestionListData } from './load-questions.ts';
import { QuestionList } from './question-list.tsx';
import { cx } from '#web/ui/cx.ts';
import styles from './question-list-page.module.css';
import { QuestionSearchForm } from './question-search-form.tsx';
import { validateQuestionKeyword, serializeQuestionSearch } from './question-search.ts';

/**
 * Reloads the list when the session differs from the one it was loaded with. The server renders for a guest, and other tabs log
 * in and out.
 */
const useRevalidateOnLogin = ({ search, isMember, questions, failure }: QuestionListData): void => {
  const isLoggedIn = useSession() !== null;
  const isNotLoaded = search.mine && questions === null && failure === null;
  const { revalidate } = useRevalidator();
  useEffect(() => {
    if (isLoggedIn !== isMember || isNotLoaded) void revalidate();
  }, [isLoggedIn, isMember, isNotLoaded, revalidate]);
};

const Failure = ({ message }: { message: string }) => (
  <div className={styles.failure}>
    <Notice tone="error">{message}</Notice>
    <Link to={useLocation()} reloadDocument className="link">
      다시 시도
    </Link>
  </div>
);

const QuestionResults = ({ page: { search, questions, failure } }: { page: QuestionListData }) => {
  if (failure !== null) return <Failure message={failure} />;
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
        <Link to={paths.newQuestion()} className={buttonClass({ size: 'large' })}>
          문의하기
        </Link>
      </div>
      <QuestionResults page={page} />
      {(next !== null || !isFirst) && (
        <nav className={styles.pages} aria-label="문의 목록 페이지">
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
