import { data, Link, redirect, useLoaderData } from 'react-router';
import type { LoaderFunctionArgs } from 'react-router';
import type { Question } from '#contract/questions.ts';
import { questionEndpoints } from '#contract/questions.ts';
import { ApiError } from '#web/api/api.ts';
import type { Api } from '#web/api/api.ts';
import { paths } from '#web/paths.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { WidePage } from '#web/ui/wide-page.tsx';
import { QuestionItem } from './question-item.tsx';
import styles from './question-list-page.module.css';

const PAGE = 20;

interface QuestionPage {
  /** Null when they could not be read. */
  readonly questions: readonly Question[] | null;
  /** Where the older ones begin; null on the last page. */
  readonly next: string | null;
  readonly isFirst: boolean;
}

/** One page, newest first; `?cursor=` leads to the older ones, the server names where they begin. */
export const loadQuestions =
  (api: Api) =>
  async ({ request }: LoaderFunctionArgs) => {
    const cursor = new URL(request.url).searchParams.get('cursor') ?? undefined;
    const isFirst = cursor === undefined;
    try {
      const query = { limit: PAGE, cursor };
      const { rows, next } = await api.callPage(questionEndpoints.listQuestions, { query });
      return { questions: rows, next, isFirst } satisfies QuestionPage;
    } catch (error) {
      // An address that leads nowhere: the list itself is there.
      if (!isFirst && error instanceof ApiError && error.status === 400) return redirect(paths.questions());
      return data({ questions: null, next: null, isFirst } satisfies QuestionPage, { status: 503 });
    }
  };

const QuestionList = ({ questions }: { questions: readonly Question[] }) =>
  questions.length === 0 ? (
    <EmptyState title="문의가 없습니다." />
  ) : (
    <ul className={styles.list}>
      {questions.map((question) => (
        <QuestionItem key={question.id} question={question} />
      ))}
    </ul>
  );

const Failure = () => (
  <div className={styles.failure}>
    <Notice tone="error">문의 목록을 불러오지 못했습니다.</Notice>
    <Link to={paths.questions()} reloadDocument className={styles.link}>
      다시 불러오기
    </Link>
  </div>
);

export const QuestionListPage = () => {
  const { questions, next, isFirst } = useLoaderData<QuestionPage>();
  return (
    <WidePage title="문의 목록" lead="촬영과 예약에 대한 문의와 답변입니다. 제목을 누르면 내용이 펼쳐집니다.">
      {questions === null ? <Failure /> : <QuestionList questions={questions} />}
      {(next !== null || !isFirst) && (
        <nav className={styles.pages} aria-label="문의 목록 페이지">
          {!isFirst && (
            <Link to={paths.questions()} className={styles.link}>
              최근 문의
            </Link>
          )}
          {next !== null && (
            <Link to={`?cursor=${encodeURIComponent(next)}`} className={styles.link}>
              이전 문의 더 보기
            </Link>
          )}
        </nav>
      )}
    </WidePage>
  );
};
