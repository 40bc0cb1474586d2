import { expect, it } from 'vitest';
import { check, group, items, line, number, objectOf, optionalText, type Fields } from './field.ts';

const fields = {
  title: line('제목', { max: 10, hint: '목록에 표시됩니다.' }),
  places: number('자리 (개)', 1, 8),
  lunch: group('점심', { menu: optionalText('메뉴'), isVegetarian: check('채식') }),
  guests: items('손님', '손님', { name: line('이름') }, { max: 2 }),
};
const guest = { id: '1', name: '김하늘' };
const dinner = { title: '저녁', places: 4, lunch: { menu: '', isVegetarian: false }, guests: [guest] };
const problemsOf = (body: object): string[] =>
  objectOf(fields)
    .safeParse({ ...dinner, ...body })
    .error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) ?? [];

it('the fields of a section are its schema', () => {
  expect(objectOf(fields).parse({ ...dinner, title: ' 저녁 ' })).toEqual(dinner);
  expect(problemsOf({ title: '' })).toEqual(['title: 제목 항목을 입력해 주세요.']);
  expect(problemsOf({ places: 9 })).toEqual(['places: 1부터 8까지의 정수를 입력해 주세요.']);
  expect(problemsOf({ lunch: { menu: '', isVegetarian: 'no' } })).toEqual([
    'lunch.isVegetarian: 켜거나 꺼 주세요.',
  ]);
  expect(problemsOf({ guests: [guest, guest] })).toEqual(['guests: 같은 항목이 두 번 들어 있습니다.']);
  expect(problemsOf({ guests: ['1', '2', '3'].map((id) => ({ ...guest, id })) })).toEqual([
    'guests: 2개까지 등록할 수 있습니다.',
  ]);
});

it('the fields of a section are its form, with what a new item of a list contains', () => {
  const inputs = (all: Fields) => Object.entries(all).map(([name, { kind, label }]) => [name, kind, label]);
  expect(inputs(fields)).toEqual([
    ['title', 'line', '제목'],
    ['places', 'number', '자리 (개)'],
    ['lunch', 'group', '점심'],
    ['guests', 'items', '손님'],
  ]);
  expect(fields.title.hint).toBe('목록에 표시됩니다.');
  expect(fields.guests.blank).toEqual({ name: '' });
});
