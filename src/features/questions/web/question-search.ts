import { keywordConstraints } from '#platform/contract/fields.ts';
import { validateText, normalizeText } from '#platform/contract/text/text-validation.ts';
import { questionEndpoints } from '../contract/questions.ts';

/** Page size of the visitors' and admins' question lists. The home page only links to questions on the first page. */
export const QUESTIONS_PER_PAGE = 20;

export type QuestionSearchField = 'title' | 'content';

export interface QuestionSearch {
  readonly in: QuestionSearchField;
  /** As typed; null without a search. */
  readonly keyword: string | null;
  readonly mine: boolean;
}

/** Parses a query that may have been typed by hand or sent by a form without JavaScript. */
export const parseQuestionSearch = (query: URLSearchParams): QuestionSearch => ({
  in: query.get('in') === 'content' ? 'content' : 'title',
  keyword: query.get('keyword'),
  mine: query.get('mine') === 'true',
});

/** Returns the parameters of a search; none for the full list. */
export const serializeQuestionSearch = ({
  in: field,
  keyword,
  mine,
}: QuestionSearch): Record<string, string> => ({
  ...(keyword === null ? {} : { in: field, keyword }),
  ...(mine ? { mine: 'true' } : {}),
});

/** Returns the error message of a keyword; undefined when valid. */
export const validateQuestionKeyword = (keyword: string): string | undefined =>
  validateText(normalizeText(keyword), keywordConstraints);

const { listQuestions, myQuestions, searchQuestionContents, searchQuestionTitles } = questionEndpoints;

/** The endpoint and query of a search, without paging parameters. Ignores an invalid keyword. */
export const toQuestionListRequest = ({ in: field, keyword, mine }: QuestionSearch) => {
  if (keyword === null || validateQuestionKeyword(keyword) !== undefined)
    return [mine ? myQuestions : listQuestions, {}] as const;
  const endpoint = field === 'title' ? searchQuestionTitles : searchQuestionContents;
  return [endpoint, { keyword, ...(mine ? { mine: 'true' } : {}) }] as const;
};
