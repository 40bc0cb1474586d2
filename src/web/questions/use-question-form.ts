import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import * as z from 'zod/mini';
import { useState } from 'react';
import { questionDraft, questionEndpoints, type QuestionDraft } from '#contract/questions.ts';
import { useFreshConsent } from '#web/legal/use-fresh-consent.ts';
import { useApiForm } from '#web/shell/forms/use-api-form.ts';
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
  const { form, submit, submitError } = useApiForm<z.input<typeof questionDraft>, QuestionDraft>({
    defaultValues: storedDraft ?? saved,
    resolver: standardSchemaResolver(questionDraft),
    names: ['title', 'content'],
    failed: questionEndpoints.createQuestion.failed,
    send: async (question) => {
      if (!(await consent.give())) return;
      await send(question);
      draft.clear();
      await onDone();
    },
    onFailure: consent.askAfter,
  });
  const { subscribe, reset } = form;

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

  return {
    form,
    submit,
    failure: submitError,
    consent,
    isRestored: storedDraft !== null && !isSame(storedDraft, saved),
    discard,
  };
};
