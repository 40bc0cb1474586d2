import { useState, type FormEvent } from 'react';
import { fieldLimits } from '#platform/contract/fields.ts';
import { formatDateTime } from '#platform/contract/seoul-time.ts';
import { formatNumber } from '#platform/contract/text/format-number.ts';
import { dataReloaded } from '#platform/web/client/api/data-changes.ts';
import { useAction } from '#platform/web/client/use-action.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { TextArea } from '#platform/web/ui/form/text-area.tsx';
import { Notice } from '#platform/web/ui/notice.tsx';
import type { Note, NoteBody } from '../contract/notes.ts';

interface NoteFormProps {
  readonly note: Note | null;
  readonly onSave: (body: NoteBody) => Promise<unknown>;
}

/** The studio's own note about a member or a reservation. What is typed stays when another admin saved first. */
export const NoteForm = ({ note, onSave }: NoteFormProps) => {
  const [typed, setTyped] = useState<string | null>(null);
  // The note that the typed text is based on: a later refetch must not make an unseen change pass as seen.
  const [base, setBase] = useState(note);
  const { run, isRunning, report } = useAction();
  // A failed save reloads the note, and the form then shows what another admin has saved.
  const showsOther = report?.tone === 'error' && note?.changedAt !== base?.changedAt;
  const seen = typed === null || showsOther ? note : base;
  const text = typed ?? note?.text ?? '';

  const type = (next: string): void => {
    if (typed === null) setBase(note);
    setTyped(next);
  };

  const save = async (): Promise<string> => {
    await onSave({ text, seenAt: seen?.changedAt ?? null });
    await dataReloaded();
    setTyped(null);
    return text === '' ? '메모를 삭제했습니다.' : '메모를 저장했습니다.';
  };

  const submit = (event: FormEvent): void => {
    event.preventDefault();
    void run(save);
  };

  return (
    <form className="stack-3 reading" onSubmit={submit} noValidate>
      <TextArea
        label="메모"
        hint="관리자에게만 보입니다."
        note={`${formatNumber(fieldLimits.notes)}자까지`}
        rows={3}
        value={text}
        onChange={({ target }) => type(target.value)}
      />
      {report !== null && <Notice tone={report.tone}>{report.text}</Notice>}
      {showsOther && note !== null && (
        <Notice>
          <span className="pre-line">
            {`${note.changedBy ?? '탈퇴한 관리자'} 님이 저장한 내용:\n${note.text}`}
          </span>
        </Notice>
      )}
      <div className="row-3 wrap middle">
        <Button type="submit" variant="secondary" isLoading={isRunning}>
          메모 저장
        </Button>
        {note !== null && (
          <span className="note tabular">
            {`${formatDateTime(new Date(note.changedAt))}에 ${note.changedBy ?? '탈퇴한 관리자'} 님이 저장`}
          </span>
        )}
      </div>
    </form>
  );
};
