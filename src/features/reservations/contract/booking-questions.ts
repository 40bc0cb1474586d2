import * as z from 'zod/mini';
import { formatNumber } from '#platform/contract/text/format-number.ts';
import { normalizeText, validateText } from '#platform/contract/text/text-validation.ts';

export const questionKinds = ['LINE', 'TEXT', 'NUMBER', 'CHOICE', 'YES_NO'] as const;

/** At most this many questions apply to one category. */
export const MAX_QUESTIONS = 6;

/** A question of the studio, as the booking form shows it. */
export const bookingQuestion = z.strictObject({
  id: z.string(),
  kind: z.enum(questionKinds),
  label: z.string(),
  help: z.string(),
  /** The unit of an answer of the kind `NUMBER`; may be empty. */
  unit: z.string(),
  /** The choices of the kind `CHOICE`. */
  choices: z.array(z.string()),
  isRequired: z.boolean(),
});
export type BookingQuestion = z.output<typeof bookingQuestion>;

const ANSWER_MESSAGE = '답변을 확인해 주세요.';

/** The answer to a question as it is sent: the text, a number, or one of `choicesOf`. Empty or left out: not answered. */
export const givenAnswer = z.object({
  id: z.string(ANSWER_MESSAGE).check(z.maxLength(40, ANSWER_MESSAGE)),
  value: z.string(ANSWER_MESSAGE),
});
export type GivenAnswer = z.output<typeof givenAnswer>;

/** A question and its answer as text, as they are stored with the booking. */
export const bookingAnswer = z.strictObject({ question: z.string(), answer: z.string() });
export type BookingAnswer = z.output<typeof bookingAnswer>;

/** The possible answers; null when the answer is typed. */
export const choicesOf = ({ kind, choices }: BookingQuestion): readonly string[] | null => {
  if (kind === 'YES_NO') return ['예', '아니요'];
  return kind === 'CHOICE' ? choices : null;
};

const digitsOf = (value: string): string => value.replaceAll(/[\s,]/g, '');

/** Why a value is refused as the answer to the question; undefined when it is accepted. */
export const findAnswerDefect = (question: BookingQuestion, value: string): string | undefined => {
  const text = normalizeText(value);
  const choices = choicesOf(question);
  if (text === '') {
    if (!question.isRequired) return undefined;
    return choices === null ? '답변을 입력해 주세요.' : '하나를 선택해 주세요.';
  }
  if (choices !== null) return choices.includes(text) ? undefined : '다시 선택해 주세요.';
  if (question.kind === 'NUMBER')
    return /^\d{1,9}$/.test(digitsOf(text)) ? undefined : '0부터 999,999,999까지의 숫자를 입력해 주세요.';
  const multiline = question.kind === 'TEXT';
  return validateText(text, { label: '답변', max: multiline ? 1_000 : 100, multiline });
};

/** Formats a non-empty value without a defect as it is stored: a number with its unit. */
export const formatAnswer = ({ kind, unit }: BookingQuestion, value: string): string =>
  kind === 'NUMBER' ? `${formatNumber(Number(digitsOf(value)))}${unit}` : normalizeText(value);
