import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import * as z from 'zod/mini';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { questionDraft } from '#contract/questions.ts';
import type { QuestionDraft } from '#contract/questions.ts';
import { messageOf } from '#web/api/api.ts';
import { showServerFieldErrors } from '#web/shell/forms/server-field-errors.ts';
import { memberDraft } from '#web/shell/forms/draft-store.ts';
import { useValuesChange } from '#web/shell/forms/use-values-change.ts';
import { askConfirm } from '#web/shell/alert.tsx';

const FAILED = '요청 처리 중 오류가 발생했습니다.';

const questionFormFields = z.object({
  title: z.string(),
  content: z.string(),
  secret: z.boolean(),
  notify: z.boolean(),
});
export type QuestionFormValues = z.output<typeof questionFormFields>;

export const emptyQuestion: QuestionFormValues = { title: '', content: '', secret: false, notify: false };

const names = ['title', 'content', 'secret', 'notify'] as const;
const isSame = (one: QuestionFormValues, other: QuestionFormValues): boolean =>
  names.every((name) => one[name] === other[name]);

/** Of a new inquiry, or of changes to one. */
export const questionDraftStore = (id?: number) =>
  memberDraft(id === undefined ? 'question' : `question-${id}`, questionFormFields);

interface QuestionFormInput {
  /** The inquiry that is changed; undefined for a new one. */
  readonly id?: number;
  /** What the form begins with where nothing was typed before. */
  readonly saved: QuestionFormValues;
  readonly send: (question: QuestionDraft) => Promise<void>;
  readonly onDone: () => Promise<void>;
}

/** Writing or changing an inquiry: what is typed is kept until it is sent. */
export const useQuestionForm = ({ id, saved, send, onDone }: QuestionFormInput) => {
  const [draft] = useState(() => questionDraftStore(id));
  const [kept, setKept] = useState(() => draft.read());
  const [failure, setFailure] = useState('');
  const form = useForm<z.input<typeof questionDraft>, unknown, QuestionDraft>({
    defaultValues: kept ?? saved,
    resolver: standardSchemaResolver(questionDraft),
  });
  const { subscribe, setError, reset } = form;

  useValuesChange(subscribe, (values) => {
    const typed = { ...emptyQuestion, ...values };
    if (isSame(typed, saved)) draft.clear();
    else draft.save(typed);
  });

  const discard = async (): Promise<void> => {
    const message = '불러온 내용을 지울까요?\n지우면 되돌릴 수 없습니다.';
    if (!(await askConfirm({ message, confirmLabel: '지우기', isDanger: true }))) return;
    reset(saved);
    draft.clear();
    setKept(null);
  };

  const submit = form.handleSubmit(async (question) => {
    setFailure('');
    try {
      await send(question);
    } catch (error) {
      if (!showServerFieldErrors(error, ['title', 'content'], setError)) setFailure(messageOf(error, FAILED));
      return;
    }
    draft.clear();
    await onDone();
  });

  return { form, submit, failure, isRestored: kept !== null && !isSame(kept, saved), discard };
};
