import { finalConsonant } from './korean-particles.ts';

// Not part of `korean-particles.ts`, because public pages load that.
const RIEUL = '일'.charCodeAt(0) - '이'.charCodeAt(0);

/** Appends the direction particle 로 or 으로. A time of day ends in `시` or `분` when it is read. */
export const withDirectionParticle = (word: string): string => {
  const read = word.replace(/:00$/, '시').replace(/:\d\d$/, '분');
  return `${word}${[0, RIEUL].includes(finalConsonant(read)) ? '로' : '으로'}`;
};

/** Replaces each `(으)로` of a text by the particle that fits the word before it. */
export const chooseDirectionParticles = (text: string): string =>
  text.split('(으)로').reduce((before, after) => `${withDirectionParticle(before)}${after}`);
