import { isDeepStrictEqual } from 'node:util';
import { appError, type AppError } from '#platform/contract/errors.ts';
import {
  findAnswerDefect,
  formatAnswer,
  type BookingAnswer,
  type BookingQuestion,
  type GivenAnswer,
} from '../../contract/booking-questions.ts';
import { appliesTo } from '../../contract/question-fields.ts';
import type { BookingQuestions } from '../../contract/sections.ts';

/** The questions of a category, as its form shows them. */
export const questionsOf = ({ questions }: BookingQuestions, category: string): BookingQuestion[] =>
  questions
    .filter((question) => appliesTo(question, category))
    .map(({ shootType: _, ...question }) => question);

const readAnswers = (
  questions: readonly BookingQuestion[],
  given: readonly GivenAnswer[],
): BookingAnswer[] | AppError => {
  const values = new Map(given.map(({ id, value }) => [id, value]));
  const fields: Record<string, string> = {};
  for (const id of values.keys())
    if (questions.every((question) => question.id !== id)) fields[`answers.${id}`] = '질문을 확인해 주세요.';
  const answers = questions.flatMap((question) => {
    const value = (values.get(question.id) ?? '').trim();
    const defect = findAnswerDefect(question, value);
    if (defect !== undefined) fields[`answers.${question.id}`] = defect;
    const answer = defect === undefined && value !== '' ? formatAnswer(question, value) : '';
    return answer === '' ? [] : [{ question: question.label, answer }];
  });
  const [message] = Object.values(fields);
  return message === undefined ? answers : appError('INVALID_INPUT', { message, fields });
};

interface AnsweredRequest {
  readonly shootType: string;
  readonly questionsVersion?: number | undefined;
  readonly answers?: readonly GivenAnswer[] | undefined;
}

interface AskedQuestions {
  readonly questions: BookingQuestions;
  /** The version of the questions that the form showed; null when the request names no stored version. */
  readonly shownQuestions: BookingQuestions | null;
}

/** The answers of a request as they are stored, or why it is refused. */
export const decideAnswers = (
  { questions, shownQuestions }: AskedQuestions,
  { shootType, questionsVersion, answers }: AnsweredRequest,
): BookingAnswer[] | AppError => {
  const asked = questionsOf(questions, shootType);
  if (questionsVersion === undefined && answers === undefined)
    return asked.some(({ isRequired }) => isRequired) ? appError('QUESTIONS_CHANGED') : [];
  const shown = shownQuestions === null ? [] : questionsOf(shownQuestions, shootType);
  return isDeepStrictEqual(asked, shown) ? readAnswers(asked, answers ?? []) : appError('QUESTIONS_CHANGED');
};

/** Whether a reservation has the answers of a request, whose questions may have changed since. */
export const hasSameAnswers = (
  stored: readonly BookingAnswer[],
  shownQuestions: AskedQuestions['shownQuestions'],
  { shootType, answers = [] }: AnsweredRequest,
): boolean => {
  const shown = shownQuestions === null ? [] : questionsOf(shownQuestions, shootType);
  return isDeepStrictEqual(stored, readAnswers(shown, answers));
};
