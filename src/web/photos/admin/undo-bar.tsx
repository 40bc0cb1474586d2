import type { Ref } from 'react';
import { Button } from '#web/ui/button.tsx';
import styles from './undo-bar.module.css';

interface UndoBarProps {
  /** Takes the focus of a button that has left the page. */
  readonly ref: Ref<HTMLDivElement>;
  readonly statusText: string;
  /** Names what is taken back; null when there is nothing. */
  readonly undoLabel: string | null;
  readonly isBusy: boolean;
  readonly onUndo: () => void;
}

/** Says what was done, and takes back for as long as that goes. It is heard: so it stands there empty too. */
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
