import { ChevronDown, Lock } from 'lucide-react';
import type { Question } from '#contract/questions.ts';
import { formatDate, seoulDate } from '#contract/seoul-time.ts';
import { Badge } from '#web/ui/badge.tsx';
import styles from './question-item.module.css';

const Day = ({ moment }: { moment: string }) => {
  const date = seoulDate(new Date(moment));
  return (
    <time dateTime={date} title={formatDate(date)}>
      {date.replaceAll('-', '.')}
    </time>
  );
};

/** An inquiry that unfolds to its content and answer, without any script. */
export const QuestionItem = ({ question }: { question: Question }) => {
  const { title, content, memberName, createdAt, answered, answer, secret } = question;
  return (
    <li className={styles.item}>
      <details className={styles.details}>
        <summary className={styles.summary}>
          <span className={styles.title}>
            {secret && <Lock className={styles.lock} size={16} aria-label="비밀글" />}
            {title}
          </span>
          <span className={styles.facts}>
            <Badge tone={answered ? 'done' : 'waiting'}>{answered ? '답변 완료' : '답변 대기'}</Badge>
            <span>{memberName}</span>
            <Day moment={createdAt} />
          </span>
          <ChevronDown className={styles.chevron} size={20} aria-hidden="true" />
        </summary>
        <div className={styles.body}>
          <p className={styles.text}>{content}</p>
          {answer !== null && (
            <div className={styles.answer}>
              <p className={styles.answerHead}>
                <strong>답변</strong>
                <Day moment={answer.createdAt} />
              </p>
              <p className={styles.text}>{answer.content}</p>
            </div>
          )}
        </div>
      </details>
    </li>
  );
};
