import { ChevronDown, Lock } from 'lucide-react';
import type { ReactNode } from 'react';
import { questionAnchor } from '#core/content/web/paths.ts';
import { formatDate, seoulDate } from '#platform/contract/seoul-time.ts';
import { Badge } from '#platform/web/ui/badge.tsx';
import { cx } from '#platform/web/ui/cx.ts';
import type { Answer, Question } from '../contract/questions.ts';
import styles from './question-item.module.css';

const Day = ({ instant }: { instant: string }) => {
  const date = seoulDate(new Date(instant));
  return (
    <time dateTime={date} className="note">
      {formatDate(date)}
    </time>
  );
};

export const AnswerText = ({ answer, actions }: { answer: Answer; actions?: ReactNode }) => (
  <div className={cx('stack-2', styles.answer)}>
    <p className="row-3 baseline">
      <strong>답변</strong>
      <Day instant={answer.createdAt} />
    </p>
    <p className="prose">{answer.content}</p>
    {actions}
  </div>
);

/** Moves the focus to a question, for example after its neighbour was deleted, without scrolling. */
export const focusQuestion = (id: number | undefined): void => {
  if (id !== undefined) document.getElementById(questionAnchor(id))?.focus({ preventScroll: true });
};

interface QuestionItemProps {
  readonly question: Question;
  readonly isOpen: boolean;
  readonly onToggle: (isOpen: boolean) => void;
  /** Days since the question was asked; shown if more than 0 while it waits for an answer. */
  readonly waitingDays?: number;
  /** Shows in words whether the question is public or secret. */
  readonly namesVisibility?: boolean;
  readonly children: ReactNode;
}

/** A question that expands to its content and `children`, also without JavaScript. */
export const QuestionItem = ({
  question,
  isOpen,
  onToggle,
  waitingDays = 0,
  namesVisibility = false,
  children,
}: QuestionItemProps) => {
  const { id, title, content, memberName, createdAt, answered, secret } = question;
  return (
    <li className={styles.item}>
      <details
        className={styles.details}
        open={isOpen}
        onToggle={({ currentTarget }) => onToggle(currentTarget.open)}
      >
        <summary id={questionAnchor(id)} className={styles.summary}>
          <span className={styles.title}>
            {secret && <Lock className={styles.lock} size={16} role="img" aria-label="비밀글" />}
            {title}
          </span>
          <span className={cx('note tabular', styles.facts, namesVisibility && styles.withVisibility)}>
            <Badge tone={answered ? 'done' : 'waiting'}>
              {answered ? '답변 완료' : '답변 대기'}
              {!answered && waitingDays > 0 && ` ${waitingDays}일째`}
            </Badge>
            {namesVisibility && <span>{secret ? '비밀글' : '공개'}</span>}
            <span className={styles.name}>{memberName}</span>
            <Day instant={createdAt} />
          </span>
          <ChevronDown className={cx('muted', styles.chevron)} size={20} aria-hidden="true" />
        </summary>
        <div className={cx('stack-6 reading', styles.body)}>
          <p className="prose">{content}</p>
          {children}
        </div>
      </details>
    </li>
  );
};
