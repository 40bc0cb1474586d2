import { useState } from 'react';
import type { CallInput, Endpoint } from '#contract/endpoint.ts';
import { adminQuestionEndpoints } from '#contract/admin/questions.ts';
import { questionEndpoints, type Question } from '#contract/questions.ts';
import { ApiError, firstMessageOf } from '#web/api/api.ts';
import { browserApi } from '#web/api/browser-api.ts';
import { dataReloaded, reloadData } from '#web/api/data-changes.ts';
import { askConfirm, showAlert } from '#web/shell/alert.tsx';

const { createAnswer, deleteAnswer, updateAnswer } = adminQuestionEndpoints;
const { getQuestion } = questionEndpoints;

/** Answers one question, with one request at a time. The actions resolve to whether they succeeded. */
export const useAnswers = (listed: Question) => {
  const [isSending, setIsSending] = useState(false);
  const [failure, setFailure] = useState('');
  // The question as read after another admin answered first. The list of unanswered questions no longer contains it.
  const [refetched, setRefetched] = useState<Question | null>(null);
  const question = refetched ?? listed;

  const showFailure = async (error: unknown): Promise<void> => {
    const { code = '', status = 0 } = error instanceof ApiError ? error : {};
    const message = firstMessageOf(error);
    if (code === 'ALREADY_ANSWERED') {
      const input = { params: { id: question.id } };
      setRefetched(await browserApi.call(getQuestion, input).catch(() => null));
    }
    if (status !== 404) return setFailure(message);
    await showAlert(message);
    await reloadData(['questions']);
  };

  const send = async <E extends Endpoint>(endpoint: E, input: CallInput<E>) => {
    if (isSending) return false;
    setFailure('');
    setIsSending(true);
    try {
      await browserApi.call(endpoint, input);
      return true;
    } catch (error) {
      await showFailure(error);
      return false;
    } finally {
      setIsSending(false);
    }
  };

  const refresh = async (): Promise<void> => {
    await dataReloaded();
    setRefetched(null);
  };

  return {
    question,
    isSending,
    failure,
    refresh,
    answer: (content: string): Promise<boolean> =>
      question.answer === null
        ? send(createAnswer, { params: { questionId: question.id }, body: { content } })
        : send(updateAnswer, { params: { answerId: question.answer.id }, body: { content } }),
    removeAnswer: async (): Promise<boolean> => {
      if (question.answer === null) return false;
      const message = '답변을 삭제할까요?\n문의는 다시 ‘답변 대기’ 상태로 바뀝니다.';
      if (!(await askConfirm({ message, confirmLabel: '삭제', isDanger: true }))) return false;
      return send(deleteAnswer, { params: { answerId: question.answer.id } });
    },
  };
};
