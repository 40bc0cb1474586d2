import { expect, it } from 'vitest';
import { contentSections } from '#core/content/contract/sections.ts';
import { messageSections } from '#core/messages/contract/sections.ts';
import { countChanges } from './count-changes.ts';

const { faq } = contentSections;
const [first, second, third] = ['1-1', '1-2', '1-3'].map((id) => ({ id, title: '질문', body: '답변' }));
const count = (questions: unknown, note = '') =>
  countChanges(faq.fields, { questions: [first, second], note: '' }, { questions, note });

it('each changed field is one change', () => {
  expect(count([first, second])).toBe(0);
  expect(count([first, second], '안내')).toBe(1);
  expect(count([{ ...first, title: '무엇', body: '이것' }, second], '안내')).toBe(3);
});

it('an added item, a removed one and another order are one change each', () => {
  expect(count([first, second, third])).toBe(1);
  expect(count([second])).toBe(1);
  expect(count([second, first])).toBe(1);
  expect(count([third, second])).toBe(2);
  expect(count(undefined)).toBe(2);
});

it('a field inside a group is compared, and a missing group is empty', () => {
  const { fields } = messageSections.alimtalk;
  const booked = { text: '내용', review: 'DRAFT', code: '', reason: '' };
  expect(countChanges(fields, { booked }, { booked: { ...booked, code: 'A1' } })).toBe(1);
  expect(countChanges(fields, {}, { booked })).toBe(4);
});
