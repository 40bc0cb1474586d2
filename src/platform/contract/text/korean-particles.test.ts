import { expect, it } from 'vitest';
import { withObjectParticle, withTopicParticle } from './korean-particles.ts';

it.each([
  ['제목', '제목은', '제목을'],
  ['희망 촬영 날짜', '희망 촬영 날짜는', '희망 촬영 날짜를'],
  ['이름', '이름은', '이름을'],
  ['검색어', '검색어는', '검색어를'],
  ['URL', 'URL는', 'URL를'],
])('%s gets its topic and object particles: %s, %s', (word, topic, object) => {
  expect(withTopicParticle(word)).toBe(topic);
  expect(withObjectParticle(word)).toBe(object);
});
