import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import * as z from 'zod/mini';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { questionDraft, questionEndpoints, type QuestionDraft } from '#contract/questions.ts';
import { messageOf } from '#web/api/api.ts';
import { useFreshConsent } from '#web/legal/use-fresh-consent.ts';
import { showServerFieldErrors } from '#web/shell/forms/server-field-errors.ts';
import { useSubmitFailure } from '#web/shell/forms/use-submit-failure.ts';
import { memberDraft } from '#web/shell/forms/draft-store.ts';
import { useValuesChange } from '#web/shell/forms/use-values-change.ts';
import { askConfirm } from '#web/shell/alert.tsx';

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

/** The draft of a new question, or of an edited one. */
export const questionDraftStore = (id?: number) =>
  memberDraft(id === undefined ? 'question' : `question-${id}`, questionFormFields);

interface QuestionFormInput {
  /** The edited question; undefined for a new one. */
  readonly id?: number;
  /** Initial values of the form when there is no draft. */
  readonly saved: QuestionFormValues;
  readonly send: (question: QuestionDraft) => Promise<void>;
  readonly onDone: () => Promise<void>;
}

/** The form that creates or edits a question. Stores a draft until it is sent. */
export const useQuestionForm = ({ id, saved, send, onDone }: QuestionFormInput) => {
  const [draft] = useState(() => questionDraftStore(id));
  const [storedDraft, setStoredDraft] = useState(() => draft.read());
  const consent = useFreshConsent();
  const form = useForm<z.input<typeof questionDraft>, unknown, QuestionDraft>({
    defaultValues: storedDraft ?? saved,
    resolver: standardSchemaResolver(questionDraft),
  });
  const { subscribe, setError, reset } = form;
  const [failure, setFailure] = useSubmitFailure(form.formState.errors);

  useValuesChange(subscribe, (values) => {
    const current = { ...emptyQuestion, ...values };
    if (isSame(current, saved)) draft.clear();
    else draft.save(current);
  });

  const discard = async (): Promise<void> => {
    const message = '불러온 내용을 지울까요?\n지우면 되돌릴 수 없습니다.';
    if (!(await askConfirm({ message, confirmLabel: '지우기', isDanger: true }))) return;
    reset(saved);
    draft.clear();
    setStoredDraft(null);
  };

  const submit = form.handleSubmit(async (question) => {
    setFailure(null);
    try {
      if (!(await consent.give())) return;
      await send(question);
    } catch (error) {
      await consent.askAfter(error);
      if (!showServerFieldErrors(error, ['title', 'content'], setError))
        setFailure(messageOf(error, questionEndpoints.createQuestion.failed));
      return;
    }
    draft.clear();
    await onDone();
  });

  return {
    form,
    submit,
    failure,
    consent,
    isRestored: storedDraft !== null && !isSame(storedDraft, saved),
    discard,
  };
};
