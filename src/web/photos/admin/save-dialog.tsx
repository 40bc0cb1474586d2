import type { ReactNode } from 'react';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import { Notice } from '#web/ui/notice.tsx';

export interface SaveDialogProps {
  readonly title: string;
  /** Label of the button that saves. */
  readonly label: string;
  readonly isSaving: boolean;
  readonly failure: string | undefined;
  readonly onSave: () => Promise<void>;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A dialog that saves a change. */
export const SaveDialog = ({
  title,
  label,
  isSaving,
  failure,
  onSave,
  onClose,
  children,
}: SaveDialogProps) => (
  <Dialog
    title={title}
    closeLabel="닫기"
    onClose={onClose}
    onSubmit={() => void onSave()}
    actions={
      <>
        <Button variant="secondary" onClick={onClose}>
          취소
        </Button>
        <Button type="submit" isLoading={isSaving}>
          {label}
        </Button>
      </>
    }
  >
    {failure !== undefined && <Notice tone="error">{failure}</Notice>}
    {children}
  </Dialog>
);
