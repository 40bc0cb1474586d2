import { useState, type FormEvent } from 'react';
import { adminMemberEndpoints, type MemberNote } from '#features/members/contract/admin-members.ts';
import { fieldLimits } from '#platform/contract/fields.ts';
import { formatDateTime } from '#platform/contract/seoul-time.ts';
import { formatNumber } from '#platform/contract/text/format-number.ts';
import { ApiError, GENERAL_FAILURE } from '#platform/web/client/api/api.ts';
import { browserApi } from '#platform/web/client/api/browser-api.ts';
import { dataReloaded } from '#platform/web/client/api/data-changes.ts';
import { useAction } from '#platform/web/client/use-action.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { cx } from '#platform/web/ui/cx.ts';
import { TextArea } from '#platform/web/ui/form/text-area.tsx';
import { Notice } from '#platform/web/ui/notice.tsx';
import { customerEndpoints } from '../../contract/customers.ts';
import styles from './customer-page.module.css';

const { saveMemberNote } = adminMemberEndpoints;

/** The studio's own note about a member. What is typed stays when another admin saved first. */
export const MemberNoteForm = ({ memberId, note }: { memberId: string; note: MemberNote | null }) => {
  const [typed, setTyped] = useState<string | null>(null);
  // The note that the typed text is based on: a later refetch must not make an unseen change pass as seen.
  const [base, setBase] = useState(note);
  const [other, setOther] = useState<MemberNote | null>(null);
  const { run, isRunning, report } = useAction();
  const seen = typed === null ? note : base;
  const text = typed ?? note?.text ?? '';

  const type = (next: string): void => {
    if (typed === null) setBase(note);
    setTyped(next);
  };

  const save = async (): Promise<string> => {
    const input = { params: { memberId }, body: { text, seenAt: seen?.changedAt ?? null } };
    try {
      await browserApi.call(saveMemberNote, input);
    } catch (error) {
      if (error instanceof ApiError && error.code === 'NOTE_CHANGED') {
        const latest = await browserApi.call(
          customerEndpoints.customer,
          { params: { customerId: memberId } },
          { failed: GENERAL_FAILURE },
        );
        const saved = latest.account?.note ?? null;
        setBase(saved);
        setOther(saved);
      }
      throw error;
    }
    setOther(null);
    await dataReloaded();
    setTyped(null);
    return text === '' ? '메모를 삭제했습니다.' : '메모를 저장했습니다.';
  };

  const submit = (event: FormEvent): void => {
    event.preventDefault();
    void run(save);
  };

  return (
    <form className={cx('stack-3', styles.note)} onSubmit={submit} noValidate>
      <TextArea
        label="메모"
        hint="관리자에게만 보입니다."
        note={`${formatNumber(fieldLimits.notes)}자까지`}
        rows={3}
        value={text}
        onChange={({ target }) => type(target.value)}
      />
      {report !== null && <Notice tone={report.tone}>{report.text}</Notice>}
      {other !== null && (
        <Notice>
          <span className="pre-line">
            {`${other.changedBy ?? '탈퇴한 관리자'} 님이 저장한 내용:\n${other.text}`}
          </span>
        </Notice>
      )}
      <div className={cx('row-2 wrap middle', styles.actions)}>
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
