import { expect, it } from 'vitest';
import { contentSections, documentSections } from '#core/content/contract/sections.ts';
import { messageSections } from '#core/messages/contract/sections.ts';
import { reservationSections } from '#features/reservations/contract/sections.ts';
import { labelsOf, matchEntry } from './find-settings.ts';

const entries = [contentSections, documentSections, messageSections, reservationSections]
  .flatMap((sections) => Object.values(sections))
  .map(({ title, summary, fields }) => ({ title, about: summary, labels: labelsOf(fields) }));

const search = (keyword: string) =>
  entries
    .flatMap((entry) => matchEntry(entry, keyword) ?? [])
    .map(({ title, about }) => `${title}: ${about}`);

it('a setting is found by its title and by the labels of its fields, which it then shows', () => {
  expect(search('취소')).toEqual([
    '취소·환불 규정: 촬영을 취소할 때의 환불 기준. 이용약관에도 표시됩니다.',
    '메시지: 예약을 변경하거나 취소하면 고객에게 알립니다.',
    '알림톡: 예약 취소',
    '예약 규칙: 미팅 몇 시간 전까지 변경하거나 취소할 수 있게 할까요? (시간)',
  ]);
});

it('a field of a list item is found, whatever the spaces and letter case', () => {
  expect(search(' 전달기간 ')).toEqual(['상품과 가격: 전달 기간']);
  expect(search('PNG')).toEqual([]);
});

it('an empty keyword finds every setting as it is', () => {
  expect(search(' ')).toEqual(entries.map(({ title, about }) => `${title}: ${about}`));
});
