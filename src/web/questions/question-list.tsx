import { useEffect, useState } from 'react';
import { Link, useLocation, useRevalidator } from 'react-router';
import type { Question } from '#contract/questions.ts';
import { isAdmin, useSession } from '#web/auth/session.ts';
import { paths } from '#web/paths.ts';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { deleteQuestion } from './delete-question.ts';
import { useExpandedQuestions } from './use-expanded-questions.ts';
import { AnswerText, focusQuestion, QuestionItem } from './question-item.tsx';
import styles from './question-list-page.module.css';

interface ActionsProps {
  readonly question: Question;
  readonly onDelete: () => void;
}

/** By what the server says of this inquiry and this reader; by the name never. */
const QuestionActions = ({ question: { id, mine }, onDelete }: ActionsProps) => {
  const session = useSession();
  if (!mine && !isAdmin(session?.role ?? '')) return null;
  return (
    <div className={styles.actions}>
      <Link
        to={paths.editQuestion(id)}
        state={{ isFromList: true }}
        className={buttonClass({ variant: 'secondary' })}
      >
        수정
      </Link>
      <Button variant="danger" onClick={onDelete}>
        삭제
      </Button>
    </div>
  );
};

/** Unfolds the inquiry that the address names. An effect, because the server does not see that part of the address. */
const useExpandLinkedQuestion = (): void => {
  const { hash, key } = useLocation();
  useEffect(() => {
    const summary = hash === '' ? null : document.getElementById(hash.slice(1));
    const details = summary?.closest('details');
    if (!summary || !details) return;
    details.open = true;
    summary.focus({ preventScroll: true });
  }, [hash, key]);
};

export const QuestionList = ({ questions }: { questions: readonly Question[] }) => {
  const { isOpenAtFirst, remember } = useExpandedQuestions();
  const { revalidate } = useRevalidator();
  const [said, setSaid] = useState('');
  useExpandLinkedQuestion();

  const remove = async (question: Question, place: number): Promise<void> => {
    setSaid('');
    if (!(await deleteQuestion(question))) return;
    const neighbour = questions[place + 1] ?? questions[place - 1];
    await revalidate();
    focusQuestion(neighbour?.id);
    setSaid('문의를 삭제했습니다.');
  };

  return (
    <>
      <p className="visually-hidden" role="status">
        {said}
      </p>
      <ul className={styles.list}>
        {questions.map((question, place) => (
          <QuestionItem
            key={question.id}
            question={question}
            isOpen={isOpenAtFirst(question.id)}
            onToggle={(isOpen) => remember(question.id, isOpen)}
          >
            {question.answer !== null && <AnswerText answer={question.answer} />}
            <QuestionActions question={question} onDelete={() => void remove(question, place)} />
          </QuestionItem>
        ))}
      </ul>
    </>
  );
};
