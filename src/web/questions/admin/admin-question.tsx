import { Link } from 'react-router';
import type { Question } from '#contract/questions.ts';
import { daysBetween, seoulDate } from '#contract/seoul-time.ts';
import { QuestionMessages } from '#web/notifications/question-messages.tsx';
import { paths } from '#web/paths.ts';
import { useNow } from '#web/reservations/use-now.ts';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { AdminAnswer } from './admin-answer.tsx';
import styles from './admin-questions-page.module.css';
import { answerDraftStore, AnswerForm } from './answer-form.tsx';
import { deleteQuestion } from '#web/questions/delete-question.ts';
import { QuestionItem } from '#web/questions/question-item.tsx';
import { useAnswers } from './use-answers.ts';

interface AdminQuestionProps {
  readonly question: Question;
  readonly isOpen: boolean;
  readonly onToggle: (isOpen: boolean) => void;
  /** Each change to a value other than 0 moves the focus to the answer field. */
  readonly focusRequest: number;
  /** Reports what was done. With `isAnswered` the list opens the next unanswered question. */
  readonly onDone: (message: string, isAnswered?: boolean) => void;
  /** Called when the question was deleted, now or by someone else; the list has to be refetched. */
  readonly onDeleted: () => Promise<void>;
}

export const AdminQuestion = ({
  question: listed,
  isOpen,
  onToggle,
  focusRequest,
  onDone,
  onDeleted,
}: AdminQuestionProps) => {
  const { question, isSending, failure, refresh, answer, removeAnswer } = useAnswers(listed);
  const { id } = question;

  const addAnswer = async (content: string): Promise<void> => {
    if (!(await answer(content))) return;
    answerDraftStore(id).clear();
    onDone('답변을 등록했습니다.', true);
    await refresh();
  };
  const changeAnswer = async (content: string): Promise<boolean> => {
    if (!(await answer(content))) return false;
    onDone('답변을 수정했습니다.');
    await refresh();
    return true;
  };
  const deleteAnswer = async (): Promise<void> => {
    if (!(await removeAnswer())) return;
    onDone('답변을 삭제했습니다.');
    await refresh();
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
      waitingDays={daysBetween(seoulDate(new Date(question.createdAt)), seoulDate(useNow()))}
    >
      {isOpen && (
        <>
          {failure !== '' && <Notice tone="error">{failure}</Notice>}
          {question.answer === null ? (
            <AnswerForm
              questionId={id}
              saved=""
              action="답변 등록"
              isSending={isSending}
              focusRequest={focusRequest}
              onSend={(content) => void addAnswer(content)}
            />
          ) : (
            <AdminAnswer
              questionId={id}
              answer={question.answer}
              isSending={isSending}
              isByOtherAdmin={failure !== '' && question !== listed}
              onChange={changeAnswer}
              onDelete={() => void deleteAnswer()}
            />
          )}
          <QuestionMessages questionId={id} />
          <div className={styles.actions}>
            <Link
              to={paths.editQuestion(id)}
              state={{ isFromList: true }}
              className={buttonClass({ variant: 'secondary' })}
            >
              문의 수정
            </Link>
            <Button variant="danger" onClick={() => void deleteAll()}>
              문의 삭제
            </Button>
          </div>
        </>
      )}
    </QuestionItem>
  );
};
