import { expect, test } from 'vitest';
import { questionEndpoints } from '../contract/questions.ts';
import {
  validateQuestionKeyword,
  parseQuestionSearch,
  toQuestionListRequest,
  serializeQuestionSearch,
} from './question-search.ts';

const read = (query: string) => parseQuestionSearch(new URLSearchParams(query));

test('a question search is serialized to the query it was parsed from', () => {
  const search = read('keyword=50%25+할인&in=content&mine=true&cursor=3');
  expect(search).toEqual({ in: 'content', keyword: '50% 할인', mine: true });
  expect(serializeQuestionSearch(search)).toEqual({ in: 'content', keyword: '50% 할인', mine: 'true' });
  expect(serializeQuestionSearch(read('in=body&mine=1'))).toEqual({});
});

test.each([
  ['', questionEndpoints.listQuestions, {}],
  ['mine=true', questionEndpoints.myQuestions, {}],
  ['keyword=빛', questionEndpoints.searchQuestionTitles, { keyword: '빛' }],
  ['keyword=빛&in=content', questionEndpoints.searchQuestionContents, { keyword: '빛' }],
  ['keyword=빛&mine=true', questionEndpoints.searchQuestionTitles, { keyword: '빛', mine: 'true' }],
  ['keyword=+', questionEndpoints.listQuestions, {}],
])('a question search with the query "%s" calls the matching endpoint', (query, endpoint, input) => {
  expect(toQuestionListRequest(read(query))).toEqual([endpoint, input]);
});

test('a keyword is validated like on the server', () => {
  expect(validateQuestionKeyword('\u3000')).toBe('검색어를 입력해 주세요.');
  expect(validateQuestionKeyword('가'.repeat(51))).toBe('검색어는 50자까지 입력할 수 있습니다.');
  expect(validateQuestionKeyword('😀'.repeat(50))).toBeUndefined();
});
