import type { ComponentProps, ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { Notice } from '../../ui/notice.tsx';

export interface FormDialogProps extends Omit<ComponentProps<typeof Dialog>, 'closeLabel' | 'actions'> {
  readonly submitLabel: string;
  readonly cancelLabel?: string;
  readonly isDanger?: boolean;
  readonly isDisabled?: boolean;
  readonly isRunning: boolean;
  /** Shown above the fields. */
  readonly failure?: string;
  /** Shown beside the buttons. */
  readonly summary?: ReactNode;
  readonly onSubmit: () => void;
}

/** A dialog with fields, a submit button and a cancel button. */
export const FormDialog = ({
  submitLabel,
  cancelLabel = '취소',
  isDanger = false,
  isDisabled,
  isRunning,
  failure,
  summary,
  children,
  ...dialog
}: FormDialogProps) => (
  <Dialog
    {...dialog}
    closeLabel="닫기"
    actions={
      <>
        {summary}
        <Button variant="secondary" onClick={dialog.onClose}>
          {cancelLabel}
        </Button>
        <Button
          type="submit"
          variant={isDanger ? 'danger' : 'primary'}
          disabled={isDisabled}
          isLoading={isRunning}
        >
          {submitLabel}
        </Button>
      </>
    }
  >
    {failure !== undefined && <Notice tone="error">{failure}</Notice>}
    {children}
  </Dialog>
);
