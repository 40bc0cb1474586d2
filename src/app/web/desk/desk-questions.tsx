import { Link } from 'react-router';
import { paths } from '#core/content/web/paths.ts';
import { formatDateTime } from '#platform/contract/seoul-time.ts';
import { Badge } from '#platform/web/ui/badge.tsx';
import { cx } from '#platform/web/ui/cx.ts';
import type { Desk } from '../../contract/desk.ts';
import styles from './desk-questions.module.css';

/** The newest inquiries. */
export const DeskQuestions = ({ questions }: Pick<Desk, 'questions'>) => (
  <section aria-labelledby="desk-questions" className="stack-3 start">
    <h2 id="desk-questions">최근 문의</h2>
    {questions.length === 0 ? (
      <p className="muted">아직 문의가 없습니다.</p>
    ) : (
      <ul className="ruled">
        {questions.map(({ id, title, memberName, createdAt, answered }) => (
          <li key={id}>
            <Link
              to={paths.adminQuestions({ answered: answered ? 'true' : 'false' })}
              className={styles.question}
            >
              <span className={cx('nowrap', styles.title)}>{title}</span>
              <Badge tone={answered ? 'done' : 'waiting'}>{answered ? '답변 완료' : '답변 대기'}</Badge>
              <span className={cx('note', styles.detail)}>
                {memberName} · {formatDateTime(new Date(createdAt))}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    )}
  </section>
);
