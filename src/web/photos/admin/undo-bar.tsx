import type { Ref } from 'react';
import { Button } from '#web/ui/button.tsx';
import styles from './undo-bar.module.css';

interface UndoBarProps {
  /** Receives the focus of a button that has disappeared. */
  readonly ref: Ref<HTMLDivElement>;
  readonly statusText: string;
  /** Describes the deletion to undo; null when there is none. */
  readonly undoLabel: string | null;
  readonly isBusy: boolean;
  readonly onUndo: () => void;
}

/** Shows what was done and an undo button while undoing is possible. A live region, so it is rendered even when empty. */
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
