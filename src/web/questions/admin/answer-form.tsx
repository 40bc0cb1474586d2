import { useRef, useState, type KeyboardEvent } from 'react';
import { fieldLimits } from '#contract/fields.ts';
import { formatNumber } from '#contract/text/format-number.ts';
import { answerDraft as rule } from '#contract/admin/questions.ts';
import { Button } from '#web/ui/button.tsx';
import { focusFirstField } from '#web/ui/form/focus-first-field.ts';
import { TextArea } from '#web/ui/form/text-area.tsx';
import styles from './admin-questions-page.module.css';
import { answerDraftStore } from './answer-draft.ts';
import { SavedReplies } from './saved-replies.tsx';

interface AnswerFormProps {
  readonly questionId: number;
  /** The answer being edited; empty for a new one. */
  readonly saved: string;
  readonly action: '답변 등록' | '답변 수정';
  readonly isSending: boolean;
  /** Each change to a value other than 0 focuses the text field. */
  readonly focusRequest: number;
  readonly onSend: (content: string) => void;
  readonly onCancel?: () => void;
}

export const AnswerForm = ({
  questionId,
  saved,
  action,
  isSending,
  focusRequest,
  onSend,
  onCancel,
}: AnswerFormProps) => {
  const [draft] = useState(() => answerDraftStore(questionId));
  const [typed, setTyped] = useState(() => draft.read() ?? saved);
  const [error, setError] = useState<string>();
  const area = useRef<HTMLTextAreaElement>(null);

  const type = (text: string): void => {
    setTyped(text);
    setError(undefined);
    if (text === saved) draft.clear();
    else draft.save(text);
  };

  /** Puts the text at the caret, on a line of its own when there is text before it. */
  const insert = (text: string): void => {
    const at = area.current?.selectionStart ?? typed.length;
    const before = typed.slice(0, at);
    type(`${before}${before === '' || before.endsWith('\n') ? '' : '\n'}${text}${typed.slice(at)}`);
    area.current?.focus();
  };

  const send = (): void => {
    if (isSending) return;
    const read = rule.safeParse({ content: typed });
    setError(read.error?.issues[0]?.message);
    if (read.success) onSend(read.data.content);
    else area.current?.focus();
  };

  const sendByKey = (event: KeyboardEvent): void => {
    const { key, ctrlKey, metaKey, nativeEvent } = event;
    if (key !== 'Enter' || !(ctrlKey || metaKey) || nativeEvent.isComposing) return;
    event.preventDefault();
    send();
  };

  return (
    <form
      key={focusRequest}
      ref={focusRequest > 0 ? focusFirstField : undefined}
      className="stack-4"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <SavedReplies onInsert={insert} />
      <TextArea
        ref={area}
        label="답변 내용"
        note={`${formatNumber(fieldLimits.content)}자까지`}
        value={typed}
        rows={4}
        error={error}
        onChange={({ target }) => type(target.value)}
        onKeyDown={sendByKey}
      />
      <div className={styles.actions}>
        <Button type="submit" isLoading={isSending}>
          {action}
        </Button>
        {onCancel !== undefined && (
          <Button variant="secondary" onClick={onCancel}>
            취소
          </Button>
        )}
        <span className={styles.keys}>
          <kbd>Ctrl</kbd> + <kbd>Enter</kbd>로 {action}
        </span>
      </div>
    </form>
  );
};
