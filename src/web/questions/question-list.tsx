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

/** Shown to the author, as reported by the server, and to admins. Names are not compared, because they are not unique. */
const QuestionActions = ({ question: { id, mine }, onDelete }: ActionsProps) => {
  const session = useSession();
  if (!mine && !isAdmin(session?.role ?? '')) return null;
  return (
    <div className="row-3 wrap">
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

/** Expands the question named by the URL's fragment. An effect, because the server does not receive the fragment. */
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
  const { isInitiallyOpen, saveExpanded } = useExpandedQuestions();
  const { revalidate } = useRevalidator();
  const [status, setStatus] = useState('');
  useExpandLinkedQuestion();

  const remove = async (question: Question, index: number): Promise<void> => {
    setStatus('');
    if (!(await deleteQuestion(question))) return;
    const neighbor = questions[index + 1] ?? questions[index - 1];
    await revalidate();
    focusQuestion(neighbor?.id);
    setStatus('문의를 삭제했습니다.');
  };

  return (
    <>
      <p className="visually-hidden" role="status">
        {status}
      </p>
      <ul className={styles.list}>
        {questions.map((question, index) => (
          <QuestionItem
            key={question.id}
            question={question}
            isOpen={isInitiallyOpen(question.id)}
            onToggle={(isOpen) => saveExpanded(question.id, isOpen)}
          >
            {question.answer !== null && <AnswerText answer={question.answer} />}
            <QuestionActions question={question} onDelete={() => void remove(question, index)} />
          </QuestionItem>
        ))}
      </ul>
    </>
  );
};
