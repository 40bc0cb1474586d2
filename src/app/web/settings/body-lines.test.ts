import { expect, it } from 'vitest';
import { contentSections } from '#core/content/contract/sections.ts';
import { toLines } from './body-lines.ts';

it('a version from before a list and texts existed has no lines of the list, and empty texts', () => {
  const price = { lead: '시작 가격입니다.', refundTitle: '환불', description: '설명' };
  const lines = (extra: object) =>
    toLines(contentSections.pages.fields, { price: { ...price, ...extra } }).filter((line) =>
      line.startsWith('가격 화면'),
    );
  const steps = [{ id: 'book', title: '예약', body: '예약합니다.' }];
  expect(lines({})).toEqual(lines({ stepsTitle: '', steps: [] }));
  expect(lines({ steps })).toEqual(expect.arrayContaining(['가격 화면 · 순서 1 · 제목: 예약']));
});
