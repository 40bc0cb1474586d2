import { data, redirect, type LoaderFunctionArgs } from 'react-router';
import type { PageMeta } from '#core/content/web/page-meta.ts';
import { paths } from '#core/content/web/paths.ts';
import type { CallInput } from '#platform/contract/endpoint.ts';
import { ApiError, messageOf, type Api } from '#platform/web/client/api/api.ts';
import { readSession } from '#platform/web/client/api/session.ts';
import type { Question } from '../contract/questions.ts';
import {
  parseQuestionSearch,
  QUESTIONS_PER_PAGE,
  toQuestionListRequest,
  serializeQuestionSearch,
  type QuestionSearch,
} from './question-search.ts';

export interface QuestionListData {
  readonly search: QuestionSearch;
  readonly isFirst: boolean;
  /** True when loaded with a session. The server always renders for a guest. */
  readonly isMember: boolean;
  /** Null when loading failed, or when the server renders the page for the member's own questions, because it has no session. */
  readonly questions: readonly Question[] | null;
  readonly failure: string | null;
  /** Cursor of the next, older page; null on the last page, or without `questions`. */
  readonly next: string | null;
}

/** Loads one page of questions, newest first. `?cursor=` is the server's cursor of an older page. */
export const loadQuestions =
  (api: Api) =>
  async ({ request }: LoaderFunctionArgs) => {
    const { searchParams } = new URL(request.url);
    const search = parseQuestionSearch(searchParams);
    const cursor = searchParams.get('cursor') ?? undefined;
    const isFirst = cursor === undefined;
    const isMember = !import.meta.env.SSR && readSession() !== null;
    const none = { search, isFirst, isMember, questions: null, failure: null, next: null };
    const toFirst = () => redirect(paths.questions(serializeQuestionSearch(search)));

    if (search.mine && import.meta.env.SSR) return none satisfies QuestionListData;
    if (search.mine && !isMember)
      return redirect(paths.questions(serializeQuestionSearch({ ...search, mine: false })));
    const [endpoint, query] = toQuestionListRequest(search);
    try {
      const input = { query: { ...query, limit: QUESTIONS_PER_PAGE, cursor } } as unknown as CallInput<
        typeof endpoint
      >;
      const { rows, next } = await api.callPage(endpoint, input, { signal: request.signal });
      if (rows.length === 0 && !isFirst) return toFirst();
      return { ...none, questions: rows, next } satisfies QuestionListData;
    } catch (error) {
      request.signal.throwIfAborted();
      const status = error instanceof ApiError ? error.status : 0;
      // Redirects an invalid or outdated cursor to the first page.
      if (status === 400 && !isFirst) return toFirst();
      const failure = messageOf(error, endpoint.failed);
      return data({ ...none, failure } satisfies QuestionListData, { status: status === 429 ? 429 : 503 });
    }
  };

/** Search results and the member's own questions are not indexed. The canonical URL is always that of the list. */
export const questionListMeta = ({ search }: QuestionListData): PageMeta => ({
  title: '문의 목록',
  description: '촬영과 예약에 대한 문의와 답변을 모았습니다. 비슷한 문의가 있는지 먼저 찾아보세요.',
  canonical: paths.questions(),
  isNoindex: search.keyword !== null || search.mine,
});
