import { useState } from 'react';
import { paths } from '#core/content/web/paths.ts';
import { QuestionMessages } from '#core/messages/web/question-messages.tsx';
import type { CallInput, Endpoint } from '#platform/contract/endpoint.ts';
import { daysBetween, seoulDate } from '#platform/contract/seoul-time.ts';
import { askConfirm, showAlert } from '#platform/web/client/alert.tsx';
import { ApiError, firstMessageOf } from '#platform/web/client/api/api.ts';
import { browserApi } from '#platform/web/client/api/browser-api.ts';
import { reloadData } from '#platform/web/client/api/data-changes.ts';
import { ButtonLink } from '#platform/web/client/button-link.tsx';
import { useAction } from '#platform/web/client/use-action.ts';
import { useNow } from '#platform/web/client/use-now.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { Notice } from '#platform/web/ui/notice.tsx';
import { adminQuestionEndpoints } from '../../contract/admin-questions.ts';
import { questionEndpoints, type Question } from '../../contract/questions.ts';
import { deleteQuestion } from '../delete-question.ts';
import { QuestionItem } from '../question-item.tsx';
import { AdminAnswer } from './admin-answer.tsx';
import { answerDraftStore, AnswerForm } from './answer-form.tsx';

const { changeVisibility, createAnswer, deleteAnswer, updateAnswer } = adminQuestionEndpoints;

/** Changes a question or its answer, with one request at a time. */
const useQuestionChanges = (listed: Question) => {
  const { run, isRunning, report } = useAction({ reloadsAfterFailure: false });
  // The question as read after somebody else changed or answered it. A reloaded list of unanswered questions would not contain it.
  const [refetched, setRefetched] = useState<Question | null>(null);
  const question = refetched ?? listed;

  const recover = async (error: unknown): Promise<void> => {
    const { code = '', status = 0 } = error instanceof ApiError ? error : {};
    if (code === 'ALREADY_ANSWERED' || code === 'CHANGED_MEANWHILE') {
      const input = { params: { id: question.id } };
      setRefetched(await browserApi.call(questionEndpoints.getQuestion, input).catch(() => null));
    }
    if (status !== 404) throw error;
    await showAlert(firstMessageOf(error));
    await reloadData(['questions']);
  };

  /** `onDone` runs before the list's reload ends. Resolves to whether the call succeeded, after a success once the reload has ended. */
  const send = async <E extends Endpoint>(
    endpoint: E,
    input: CallInput<E>,
    onDone: () => void,
  ): Promise<boolean> => {
    let isDone = false;
    await run(async () => {
      try {
        await browserApi.call(endpoint, input);
        isDone = true;
      } catch (error) {
        await recover(error);
      }
      if (isDone) onDone();
      return null;
    });
    if (isDone) setRefetched(null);
    return isDone;
  };

  return { question, isRunning, report, send };
};

interface AdminQuestionProps {
  readonly question: Question;
  readonly isOpen: boolean;
  readonly onToggle: (isOpen: boolean) => void;
  /** Reports what was done. With `isAnswered` the list opens the next unanswered question, if any. */
  readonly onDone: (message: string, isAnswered?: boolean) => void;
  /** Called after a request to delete the question, also a failed one; the list has to be refetched. */
  readonly onDeleted: () => Promise<void>;
}

export const AdminQuestion = ({
  question: listed,
  isOpen,
  onToggle,
  onDone,
  onDeleted,
}: AdminQuestionProps) => {
  const { question, isRunning, report, send } = useQuestionChanges(listed);
  const { id, title, content, secret, answer } = question;

  const addAnswer = (content: string): Promise<boolean> =>
    send(createAnswer, { params: { questionId: id }, body: { content } }, () => {
      answerDraftStore(id).clear();
      onDone('답변을 등록했습니다.', true);
    });
  const changeAnswer = (answerId: number, content: string): Promise<boolean> =>
    send(updateAnswer, { params: { answerId }, body: { content } }, () => onDone('답변을 수정했습니다.'));
  const removeAnswer = async (answerId: number): Promise<void> => {
    const message = '답변을 삭제할까요?\n문의는 다시 ‘답변 대기’ 상태로 바뀝니다.';
    if (!(await askConfirm({ message, confirmLabel: '삭제', isDanger: true }))) return;
    await send(deleteAnswer, { params: { answerId } }, () => onDone('답변을 삭제했습니다.'));
  };
  const switchVisibility = async (): Promise<void> => {
    const message =
      '문의를 공개로 바꿀까요?\n제목과 내용, 답변을 누구나 볼 수 있습니다. 나중에 비밀글로 바꿔도 이미 본 사람이 있을 수 있습니다.';
    if (secret && !(await askConfirm({ message, confirmLabel: '공개로 바꾸기', isDanger: true }))) return;
    const input = { params: { id }, body: { secret: !secret, seen: { title, content } } };
    await send(changeVisibility, input, () => onDone(`${secret ? '공개 문의' : '비밀글'}로 변경했습니다.`));
  };
  const deleteAll = async (): Promise<void> => {
    if (!(await deleteQuestion(question))) return;
    answerDraftStore(id).clear();
    await onDeleted();
  };

  return (
    <QuestionItem
      question={question}
      isOpen={isOpen}
      onToggle={onToggle}
      namesVisibility
      waitingDays={daysBetween(seoulDate(new Date(question.createdAt)), seoulDate(useNow()))}
    >
      {isOpen && (
        <>
          {report !== null && <Notice tone="error">{report.text}</Notice>}
          {answer === null ? (
            <AnswerForm
              questionId={id}
              saved=""
              action="답변 등록"
              isSending={isRunning}
              onSend={(content) => void addAnswer(content)}
            />
          ) : (
            <AdminAnswer
              questionId={id}
              answer={answer}
              isSending={isRunning}
              isByOtherAdmin={report !== null && listed.answer === null}
              onChange={(content) => changeAnswer(answer.id, content)}
              onDelete={() => void removeAnswer(answer.id)}
            />
          )}
          <QuestionMessages questionId={id} />
          <div className="row-3 wrap middle">
            <ButtonLink to={paths.editQuestion(id)} state={{ isFromList: true }} variant="secondary">
              문의 수정
            </ButtonLink>
            <Button variant="secondary" onClick={() => void switchVisibility()}>
              {secret ? '공개로 바꾸기' : '비밀글로 바꾸기'}
            </Button>
            <Button variant="danger" onClick={() => void deleteAll()}>
              문의 삭제
            </Button>
          </div>
        </>
      )}
    </QuestionItem>
  );
};
