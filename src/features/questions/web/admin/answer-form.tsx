import { useRef, useState, type KeyboardEvent } from 'react';
import { Link } from 'react-router';
import * as z from 'zod/mini';
import type { SectionBody } from '#core/content/contract/content-section.ts';
import { settingsEndpoints } from '#core/content/contract/studio-settings.ts';
import { paths } from '#core/content/web/paths.ts';
import { fieldLimits } from '#platform/contract/fields.ts';
import { formatNumber } from '#platform/contract/text/format-number.ts';
import { useApiQuery } from '#platform/web/client/api/queries.ts';
import { memberDraft } from '#platform/web/client/forms/draft-store.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { cx } from '#platform/web/ui/cx.ts';
import { focusFirstField } from '#platform/web/ui/form/focus-first-field.ts';
import { TextArea } from '#platform/web/ui/form/text-area.tsx';
import { answerDraft as rule } from '../../contract/admin-questions.ts';
import type { questionSections } from '../../contract/sections.ts';
import styles from './admin-questions-page.module.css';

/** Offers the texts of the section 답변 문구, one press each. Shows nothing until they have loaded. */
const SavedReplies = ({ onInsert }: { onInsert: (text: string) => void }) => {
  const { data } = useApiQuery(settingsEndpoints.getSection, { params: { section: 'replies' } });
  if (data === undefined) return null;
  // Validated by the server against the schema of the section.
  const { replies } = data.body as SectionBody<typeof questionSections.replies>;
  return (
    <div role="group" aria-label="답변 문구" className="row-2 wrap middle small">
      {replies.map(({ id, title, body }) => (
        <Button key={id} variant="secondary" size="small" onClick={() => onInsert(body)}>
          {title}
        </Button>
      ))}
      <Link to={paths.settingsSection('replies')} className="link">
        {replies.length === 0 ? '자주 쓰는 답변 문구 만들기' : '문구 편집'}
      </Link>
    </div>
  );
};

export const answerDraftStore = (questionId: number) => memberDraft(`answer-${questionId}`, z.string());

interface AnswerFormProps {
  readonly questionId: number;
  /** The answer being edited; empty for a new one. */
  readonly saved: string;
  readonly action: '답변 등록' | '답변 수정';
  readonly isSending: boolean;
  /** Focuses the text field when the form mounts. */
  readonly takesFocus?: boolean;
  readonly onSend: (content: string) => void;
  readonly onCancel?: () => void;
}

export const AnswerForm = ({
  questionId,
  saved,
  action,
  isSending,
  takesFocus,
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

  /** Puts the text at the caret, on a new line when there is text before it on its line. */
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
      ref={takesFocus ? focusFirstField : undefined}
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
      <div className="row-3 wrap middle">
        <Button type="submit" isLoading={isSending}>
          {action}
        </Button>
        {onCancel !== undefined && (
          <Button variant="secondary" onClick={onCancel}>
            취소
          </Button>
        )}
        <span className={cx('note', styles.keys)}>
          <kbd>Ctrl</kbd> + <kbd>Enter</kbd>로 {action}
        </span>
      </div>
    </form>
  );
};
