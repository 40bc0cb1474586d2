import type { Ref } from 'react';
import { Button } from '#web/ui/button.tsx';
import styles from './undo-bar.module.css';

interface UndoBarProps {
  /** Receives the focus when the pressed button disappears. */
  readonly ref: Ref<HTMLDivElement>;
  readonly statusText: string;
  /** Label of the undo button; null when nothing can be undone. */
  readonly undoLabel: string | null;
  readonly isBusy: boolean;
  readonly onUndo: () => void;
}

/** Shows what was done and an undo button. Always rendered, because a live region must exist before its text changes. */
export const UndoBar = ({ ref, statusText, undoLabel, isBusy, onUndo }: UndoBarProps) => (
  <div
    ref={ref}
    className={statusText !== '' || undoLabel !== null ? styles.bar : styles.hidden}
    tabIndex={-1}
  >
    <p role="status">{statusText}</p>
    {undoLabel !== null && (
      <Button variant="quiet" isLoading={isBusy} onClick={onUndo}>
        {undoLabel}
      </Button>
    )}
  </div>
);
