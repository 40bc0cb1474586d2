import * as z from 'zod/mini';
import { withObject, withTopic } from './particles.ts';

// Zero-width characters, the byte-order mark and the blanks that look like nothing (Hangul fillers, braille blank).
const BLANK_START =
  /^[\s\u00ad\u034f\u115f\u1160\u17b4\u17b5\u180e\u200b-\u200d\u2060\u2800\u3000\u3164\ufe00-\ufe0f\ufeff\uffa0]+/u;
const BLANK =
  /[\s\u00ad\u034f\u115f\u1160\u17b4\u17b5\u180e\u200b-\u200d\u2060\u2800\u3000\u3164\ufeff\uffa0]/u;

// Controls but line feed and tab; lone surrogates; bidirectional overrides and isolates.
// oxlint-disable-next-line no-control-regex
const FORBIDDEN = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069\ud800-\udfff]/u;

// Step by step from the end: a pattern that ends in `+$` tries every run of blanks anew, for seconds where there are many.
const cutBlankEnd = (value: string): string => {
  let end = value.length;
  while (end > 0 && BLANK.test(value.charAt(end - 1))) end -= 1;
  return value.slice(0, end);
};

/** NFC, line ends as `\n`, blank edges cut: as every text is stored. */
export const normalizeText = (value: string): string =>
  cutBlankEnd(value.replaceAll(/\r\n?/g, '\n').normalize('NFC').replace(BLANK_START, ''));

export const countCodePoints = (value: string): number => [...value].length;

export const hasForbiddenCharacter = (value: string): boolean => FORBIDDEN.test(value);

interface TextRule {
  readonly label: string;
  readonly max: number;
  /** The message for an empty text; absent when it may be empty. */
  readonly required?: string;
  /** One line unless said. */
  readonly multiline?: boolean;
}

/** Visitors' text: normalised, bounded in code points, free of control and bidi-override characters. */
export const text = ({ label, max, required, multiline = false }: TextRule) =>
  z.string(required ?? `${withObject(label)} 확인해 주세요.`).check(
    z.overwrite(normalizeText),
    z.refine((value) => required === undefined || value !== '', required ?? ''),
    z.refine(
      (value) => countCodePoints(value) <= max,
      `${withTopic(label)} ${max.toLocaleString('ko-KR')}자까지 입력할 수 있습니다.`,
    ),
    z.refine(
      (value) => !hasForbiddenCharacter(value) && (multiline || !/[\n\t]/.test(value)),
      '사용할 수 없는 문자가 들어 있습니다.',
    ),
  );
