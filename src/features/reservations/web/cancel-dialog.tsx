import { useState } from 'react';
import { fieldLimits } from '#platform/contract/fields.ts';
import { FormDialog } from '#platform/web/client/forms/form-dialog.tsx';
import type { ActionReport } from '#platform/web/client/use-action.ts';
import { cx } from '#platform/web/ui/cx.ts';
import { TextArea } from '#platform/web/ui/form/text-area.tsx';
import { Notice } from '#platform/web/ui/notice.tsx';
import styles from './cancel-dialog.module.css';

interface CancelDialogProps {
  /** Names the reservation. */
  readonly subject: string;
  /** The consequences of the cancellation. */
  readonly effects: readonly string[];
  readonly reasonHint?: string;
  readonly isSending: boolean;
  readonly report: ActionReport | null;
  readonly onCancel: (reason: string) => void;
  readonly onClose: () => void;
}

/** Asks for confirmation and an optional reason before a reservation is cancelled. */
export const CancelDialog = ({
  subject,
  effects,
  reasonHint,
  isSending,
  report,
  onCancel,
  onClose,
}: CancelDialogProps) => {
  const [reason, setReason] = useState('');
  return (
    <FormDialog
      title="예약을 취소할까요?"
      submitLabel="예약 취소하기"
      cancelLabel="그대로 두기"
      isDanger
      isRunning={isSending}
      onSubmit={() => onCancel(reason)}
      onClose={onClose}
    >
      <p className={cx('strong tabular', styles.when)}>{subject}</p>
      <ul className="stack-1 bullets">
        {effects.map((effect) => (
          <li key={effect}>{effect}</li>
        ))}
      </ul>
      <TextArea
        label="취소 사유"
        note="선택"
        hint={reasonHint}
        maxLength={fieldLimits.reason}
        value={reason}
        onChange={({ target }) => setReason(target.value)}
      />
      {report?.tone === 'error' && <Notice tone="error">{report.text}</Notice>}
    </FormDialog>
  );
};
