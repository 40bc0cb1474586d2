import { Link } from 'react-router';
import { paths } from '#core/content/web/paths.ts';
import type { Question } from '#features/questions/contract/questions.ts';
import { Badge } from '#platform/web/ui/badge.tsx';
import styles from './latest-questions.module.css';

export type QuestionTeaser = Pick<Question, 'id' | 'title' | 'memberName'>;

interface LatestQuestionsProps {
  readonly title: string;
  readonly questions: readonly QuestionTeaser[];
}

export const LatestQuestions = ({ title, questions }: LatestQuestionsProps) => {
  if (questions.length === 0) return null;
  return (
    <section className="stack-4" aria-labelledby="questions-title">
      <div className={styles.head}>
        <h2 id="questions-title" className="title">
          {title}
        </h2>
        <Link to={paths.questions()} className="link">
          모든 문의 보기
        </Link>
      </div>
      <ul>
        {questions.map(({ id, title: question, memberName }) => (
          <li key={id}>
            <Link to={paths.question(id)} className={styles.row}>
              <span className={styles.question}>{question}</span>
              <span className="note">{memberName}</span>
              <Badge tone="done">답변 완료</Badge>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
};
