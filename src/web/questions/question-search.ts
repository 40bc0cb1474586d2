import { keywordConstraints } from '#contract/fields.ts';
import { validateText, normalizeText } from '#contract/text-validation.ts';
import { questionEndpoints } from '#contract/questions.ts';

export type QuestionSearchField = 'title' | 'content';

export interface QuestionSearch {
  readonly in: QuestionSearchField;
  /** As typed; null where nothing is searched for. */
  readonly keyword: string | null;
  readonly mine: boolean;
}

/** The address may have been written by hand, or by a form without script. */
export const parseQuestionSearch = (query: URLSearchParams): QuestionSearch => ({
  in: query.get('in') === 'content' ? 'content' : 'title',
  keyword: query.get('keyword'),
  mine: query.get('mine') === 'true',
});

/** Only what differs from the whole list. */
export const serializeQuestionSearch = ({
  in: field,
  keyword,
  mine,
}: QuestionSearch): Record<string, string> => ({
  ...(keyword === null ? {} : { in: field, keyword }),
  ...(mine ? { mine: 'true' } : {}),
});

/** What is wrong with a keyword; undefined when the server would take it. */
export const validateQuestionKeyword = (keyword: string): string | undefined =>
  validateText(normalizeText(keyword), keywordConstraints);

const { listQuestions, myQuestions, searchQuestionContents, searchQuestionTitles } = questionEndpoints;

type ListEndpoint =
  | typeof listQuestions
  | typeof myQuestions
  | typeof searchQuestionTitles
  | typeof searchQuestionContents;

/** Where the list of a search is read, and by which query beside the page. A keyword that is none is left out. */
export const toQuestionListRequest = ({
  in: field,
  keyword,
  mine,
}: QuestionSearch): readonly [endpoint: ListEndpoint, query: Readonly<Record<string, string>>] => {
  if (keyword === null || validateQuestionKeyword(keyword) !== undefined)
    return [mine ? myQuestions : listQuestions, {}];
  const endpoint = field === 'title' ? searchQuestionTitles : searchQuestionContents;
  return [endpoint, { keyword, ...(mine ? { mine: 'true' } : {}) }];
};
