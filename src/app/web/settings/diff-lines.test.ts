import { expect, it } from 'vitest';
import { diffLines } from './diff-lines.ts';

const show = (before: string[], after: string[]): string[] =>
  diffLines(before, after).map(({ line, isAdded }) => `${isAdded ? '+' : '-'} ${line}`);

it('a changed line is followed by the one that replaces it', () => {
  const before = ['이름: 가', '소개: 나', '가격: 1원', '구성: 다'];
  const after = ['이름: 가', '소개: 라', '가격: 2원', '구성: 다', '구성: 마'];
  expect(show(before, after)).toEqual([
    '- 소개: 나',
    '+ 소개: 라',
    '- 가격: 1원',
    '+ 가격: 2원',
    '+ 구성: 마',
  ]);
});

it('lines of other fields are not paired', () => {
  expect(show(['이름: 가', '소개: 나'], ['소개: 라', '가격: 1원'])).toEqual([
    '- 이름: 가',
    '- 소개: 나',
    '+ 소개: 라',
    '+ 가격: 1원',
  ]);
});

it('every removed and every added line is listed once', () => {
  expect(show(['a: 1', 'a: 2', 'b: 3'], ['b: 3', 'a: 4'])).toEqual(['- a: 1', '- a: 2', '+ a: 4']);
  expect(show(['a: 1'], ['a: 1'])).toEqual([]);
});
