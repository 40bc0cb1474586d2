import { useState } from 'react';
import type { RegisterOptions, UseFormRegisterReturn } from 'react-hook-form';
import * as z from 'zod/mini';
import type { ShootType } from '#core/content/contract/categories.ts';
import type { ResponseOf } from '#platform/contract/endpoint.ts';
import { useApiQuery } from '#platform/web/client/api/queries.ts';
import { RadioGroup } from '#platform/web/ui/form/radio-group.tsx';
import { TextArea } from '#platform/web/ui/form/text-area.tsx';
import { TextField } from '#platform/web/ui/form/text-field.tsx';
import { choicesOf, findAnswerDefect, type BookingQuestion } from '../../contract/booking-questions.ts';
import { meetingKindLabels } from '../../contract/reservation-states.ts';
import { meetingKind, reservationEndpoints, type MeetingKind } from '../../contract/reservations.ts';

const { bookingForm } = reservationEndpoints;

type BookingForm = ResponseOf<typeof bookingForm>;

const EMPTY: BookingForm = { questionsVersion: 0, questions: [], offersPhone: false };

/** The kind of the meeting, and the answers by the id of their question. */
export const questionFieldsOf = (questions: readonly BookingQuestion[]) => ({
  meetingKind,
  answers: z.record(z.string(), z.string()).check(
    z.check(({ value, issues }) => {
      for (const question of questions) {
        const message = findAnswerDefect(question, value[question.id] ?? '');
        if (message !== undefined)
          issues.push({ code: 'custom', input: value, path: [question.id], message });
      }
    }),
  ),
});

interface Typed {
  readonly meetingKind: MeetingKind;
  readonly answers: Readonly<Record<string, string>>;
}

/**
 * The questions of a category as the visitor first saw them. While the form is open only `askAgain` changes them, so that no answer
 * disappears while it is typed.
 */
export const useBookingQuestions = (shootType: ShootType) => {
  const { data, refetch } = useApiQuery(bookingForm, { query: { shootType } });
  const [shown, setShown] = useState<BookingForm | null>(null);
  if (shown === null && data !== undefined) setShown(data);
  const asked = shown ?? EMPTY;
  const { questionsVersion, questions, offersPhone } = asked;

  return {
    asked,
    /** The part of the booking request with what was typed; empty when nothing is asked. */
    toRequest: ({ meetingKind: chosen, answers }: Typed) => ({
      ...(offersPhone && { meetingKind: chosen }),
      ...(questions.length > 0 && {
        questionsVersion,
        answers: questions.map(({ id }) => ({ id, value: answers[id] ?? '' })),
      }),
    }),
    /** Reads the questions again and shows them. */
    askAgain: async (): Promise<void> => {
      const { data: current } = await refetch();
      if (current !== undefined) setShown(current);
    },
  };
};

/** Returns the properties of the input for a field of the form. */
type GetField = (
  name: 'meetingKind' | `answers.${string}`,
  options?: Pick<RegisterOptions, 'value'>,
) => UseFormRegisterReturn & { readonly error: string | undefined };

interface QuestionFieldProps {
  readonly question: BookingQuestion;
  readonly field: GetField;
}

const meetingKinds = Object.entries(meetingKindLabels).map(([value, label]) => ({ value, label }));
const toOption = (value: string) => ({ value, label: value });

const QuestionField = ({ question, field }: QuestionFieldProps) => {
  const { id, kind, label, help, unit, isRequired } = question;
  const choices = choicesOf(question);
  const props = {
    ...field(`answers.${id}`, { value: '' }),
    label: kind === 'NUMBER' && unit !== '' ? `${label} (${unit})` : label,
    note: isRequired ? '필수' : '선택',
    hint: help === '' ? undefined : help,
    required: isRequired,
  };
  if (choices !== null) {
    const none = isRequired ? [] : [{ value: '', label: '선택 안 함' }];
    return <RadioGroup {...props} options={[...choices.map(toOption), ...none]} />;
  }
  if (kind === 'TEXT') return <TextArea {...props} />;
  return <TextField {...props} inputMode={kind === 'NUMBER' ? 'numeric' : undefined} autoComplete="off" />;
};

interface BookingQuestionsProps {
  readonly asked: Pick<BookingForm, 'questions' | 'offersPhone'>;
  readonly field: GetField;
}

/** The choice between a meeting in the studio and one by phone, if the studio offers it, and the studio's questions. */
export const BookingQuestions = ({ asked: { questions, offersPhone }, field }: BookingQuestionsProps) => (
  <>
    {offersPhone && (
      <RadioGroup
        {...field('meetingKind')}
        label="미팅 방법"
        hint="전화 미팅은 약속한 시간에 스튜디오에서 전화드립니다."
        options={meetingKinds}
      />
    )}
    {questions.map((question) => (
      <QuestionField key={question.id} question={question} field={field} />
    ))}
  </>
);
