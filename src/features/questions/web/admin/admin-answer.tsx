import { useCallback, useRef, useState } from 'react';
import { Button } from '#platform/web/ui/button.tsx';
import { Notice } from '#platform/web/ui/notice.tsx';
import type { Answer } from '../../contract/questions.ts';
import { AnswerText } from '../question-item.tsx';
import { answerDraftStore, AnswerForm } from './answer-form.tsx';

interface AdminAnswerProps {
  readonly questionId: number;
  readonly answer: Answer;
  readonly isSending: boolean;
  /** True when another admin answered first; the focus then moves to that answer. */
  readonly isByOtherAdmin: boolean;
  /** Resolves to true when the answer was changed. */
  readonly onChange: (content: string) => Promise<boolean>;
  readonly onDelete: () => void;
}

export const AdminAnswer = ({
  questionId,
  answer,
  isSending,
  isByOtherAdmin,
  onChange,
  onDelete,
}: AdminAnswerProps) => {
  const [draft] = useState(() => answerDraftStore(questionId));
  const [isEditing, setIsEditing] = useState(false);
  const [hasDraft, setHasDraft] = useState(() => draft.read() !== null);
  const container = useRef<HTMLDivElement>(null);
  const setContainer = useCallback(
    (element: HTMLDivElement | null): void => {
      container.current = element;
      if (isByOtherAdmin) element?.focus();
    },
    [isByOtherAdmin],
  );

  const stop = (): void => {
    draft.clear();
    setHasDraft(false);
    setIsEditing(false);
    container.current?.focus();
  };

  const change = async (content: string): Promise<void> => {
    if (await onChange(content)) stop();
  };

  return (
    <div ref={setContainer} className="stack-4" tabIndex={-1}>
      {isEditing ? (
        <AnswerForm
          questionId={questionId}
          saved={answer.content}
          action="답변 수정"
          isSending={isSending}
          takesFocus
          onSend={(content) => void change(content)}
          onCancel={stop}
        />
      ) : (
        <AnswerText
          answer={answer}
          actions={
            <div className="row-3 wrap middle">
              <Button variant="secondary" onClick={() => setIsEditing(true)}>
                답변 수정
              </Button>
              <Button variant="danger" onClick={onDelete}>
                답변 삭제
              </Button>
            </div>
          }
        />
      )}
      {hasDraft && !isEditing && (
        <Notice
          action={
            <>
              <Button variant="secondary" onClick={() => setIsEditing(true)}>
                이어서 작성
              </Button>
              <Button variant="quiet" onClick={stop}>
                작성한 내용 삭제
              </Button>
            </>
          }
        >
          등록하지 않은 답변이 남아 있습니다.
        </Notice>
      )}
    </div>
  );
};
