import { useState } from 'react';
import type { Question } from '#contract/questions.ts';
import { AdminQuestion } from './admin-question.tsx';
import styles from './admin-questions-page.module.css';
import { answerDraftStore } from './answer-draft.ts';
import { focusQuestion } from './question-item.tsx';
import { invalidateAdminQuestions } from './use-answers.ts';

/** Of those that wait: the one after this, else the first. */
const findNextUnanswered = (questions: readonly Question[], place: number): Question | undefined =>
  [...questions.slice(place + 1), ...questions.slice(0, place)].find(({ answered }) => !answered);

interface AdminQuestionListProps {
  readonly questions: readonly Question[];
  /** Tells what was done; with `isLast` nothing is left to go on with, and the keyboard goes there. */
  readonly onStatus: (done: string, isLast?: boolean) => void;
}

/** The studio's work, one after another: whoever has answered goes on with the next. */
export const AdminQuestionList = ({ questions, onStatus }: AdminQuestionListProps) => {
  const [toggled, setToggled] = useState<ReadonlyMap<number, boolean>>(new Map());
  const [next, setNext] = useState({ id: 0, turn: 0 });

  const toggle = (id: number, isOpen: boolean): void =>
    setToggled((before) => (before.get(id) === isOpen ? before : new Map(before).set(id, isOpen)));
  // An answer that was begun before a reload is in sight again.
  const isOpen = (id: number): boolean => toggled.get(id) ?? answerDraftStore(id).read() !== null;

  const goOn = (place: number): void => {
    const waiting = findNextUnanswered(questions, place);
    setNext(({ turn }) => ({ id: waiting?.id ?? 0, turn: turn + 1 }));
    if (waiting !== undefined) return toggle(waiting.id, true);
    onStatus('답변을 등록했습니다. 이제 답변 대기 중인 문의가 없습니다.', true);
  };

  const readWithout = async (place: number): Promise<void> => {
    const neighbour = questions[place + 1] ?? questions[place - 1];
    await invalidateAdminQuestions();
    focusQuestion(neighbour?.id);
    onStatus('문의를 삭제했습니다.');
  };

  return (
    <ul className={styles.list}>
      {questions.map((question, place) => (
        <AdminQuestion
          key={question.id}
          question={question}
          isOpen={isOpen(question.id)}
          onToggle={(open) => toggle(question.id, open)}
          focusRequest={next.id === question.id ? next.turn : 0}
          onDone={(done, isAnswered = false) => {
            onStatus(done);
            if (isAnswered) goOn(place);
          }}
          onDeleted={() => readWithout(place)}
        />
      ))}
    </ul>
  );
};
