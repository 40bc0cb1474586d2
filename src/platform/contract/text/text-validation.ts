import { formatNumber } from './format-number.ts';
import { withTopicParticle } from './korean-particles.ts';

// Whitespace and invisible characters, such as zero-width characters, the byte-order mark and Hangul fillers.
const LEADING_BLANKS =
  /^[\s\u00ad\u034f\u115f\u1160\u17b4\u17b5\u180e\u200b-\u200d\u2060\u2800\u3000\u3164\ufe00-\ufe0f\ufeff\uffa0]+/u;
const BLANK =
  /[\s\u00ad\u034f\u115f\u1160\u17b4\u17b5\u180e\u200b-\u200d\u2060\u2800\u3000\u3164\ufeff\uffa0]/u;

// Control characters except line feed and tab; lone surrogates; bidirectional embeddings, overrides and isolates.
// oxlint-disable-next-line no-control-regex
const FORBIDDEN = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069\ud800-\udfff]/u;

// A loop instead of a regular expression: `BLANK+$` takes quadratic time on long runs of blanks.
const trimEndUnicode = (value: string): string => {
  let end = value.length;
  while (end > 0 && BLANK.test(value.charAt(end - 1))) end -= 1;
  return value.slice(0, end);
};

/** Normalizes text for storage: Unicode NFC, `\r\n` and `\r` as `\n`, blanks at both ends removed. */
export const normalizeText = (value: string): string =>
  trimEndUnicode(value.replaceAll(/\r\n?/g, '\n').normalize('NFC').replace(LEADING_BLANKS, ''));

export const countCodePoints = (value: string): number => [...value].length;

export const hasForbiddenCharacter = (value: string): boolean => FORBIDDEN.test(value);

export interface TextConstraints {
  readonly label: string;
  readonly max: number;
  /** Error message for an empty text. Absent: the text may be empty. */
  readonly required?: string;
  /** Allows line breaks and tabs. Defaults to false. */
  readonly multiline?: boolean;
}

/** Validates a normalized text. Returns a message for the user, or undefined when it is valid. */
export const validateText = (
  value: string,
  { label, max, required, multiline = false }: TextConstraints,
): string | undefined => {
  if (required !== undefined && value === '') return required;
  if (countCodePoints(value) > max)
    return `${withTopicParticle(label)} ${formatNumber(max)}자까지 입력할 수 있습니다.`;
  if (hasForbiddenCharacter(value) || (!multiline && /[\n\t]/.test(value)))
    return '사용할 수 없는 문자가 들어 있습니다.';
  return undefined;
};
