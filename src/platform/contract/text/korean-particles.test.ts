import { expect, it } from 'vitest';
import { chooseDirectionParticles, withDirectionParticle } from './direction-particle.ts';
import { withObjectParticle, withSubjectParticle, withTopicParticle } from './korean-particles.ts';

it.each([
  ['제목', '제목은', '제목을'],
  ['희망 촬영 날짜', '희망 촬영 날짜는', '희망 촬영 날짜를'],
  ['이름', '이름은', '이름을'],
  ['검색어', '검색어는', '검색어를'],
  ['URL', 'URL는', 'URL를'],
  ['{사업자 번호}', '{사업자 번호}는', '{사업자 번호}를'],
  ['‘예약됨’', '‘예약됨’은', '‘예약됨’을'],
])('%s gets its topic and object particles: %s, %s', (word, topic, object) => {
  expect(withTopicParticle(word)).toBe(topic);
  expect(withObjectParticle(word)).toBe(object);
});

it('a number gets the subject particle of its last digit as it is read', () => {
  const numbers = Array.from({ length: 10 }, (_, digit) => withSubjectParticle(`${digit}`));
  expect(numbers.join(' ')).toBe('0이 1이 2가 3이 4가 5가 6이 7이 8이 9가');
});

it.each([
  '완료로',
  '취소로',
  '구글로',
  '예약됨으로',
  '이메일로',
  '9시로',
  '9시 30분으로',
  '10:40으로',
  '10:07으로',
  '09:00 - 10:00로',
  '1로',
  '2로',
  '3으로',
  '6으로',
  '7로',
  '8로',
  '10으로',
  '(버전 3)으로',
])('%s has the right direction particle', (text) => {
  expect(withDirectionParticle(text.replace(/으?로$/, ''))).toBe(text);
});

it('the direction particles of a text are chosen by the words before them', () => {
  expect(chooseDirectionParticles('9시(으)로, 30분(으)로')).toBe('9시로, 30분으로');
  expect(chooseDirectionParticles('예약되었습니다.')).toBe('예약되었습니다.');
});
