import type { Ref } from 'react';
import { Button } from '#web/ui/button.tsx';
import styles from './undo-bar.module.css';

interface UndoBarProps {
  readonly ref: Ref<HTMLDivElement>;
  /** Empty: nothing was done that could be taken back. */
  readonly says: string;
  readonly isBusy: boolean;
  readonly onUndo: () => void;
}

/** Says what was done and takes it back. It stands there empty too, so that its words are heard. */
export const UndoBar = ({ ref, says, isBusy, onUndo }: UndoBarProps) => (
  <div ref={ref} className={styles.bar} tabIndex={-1} data-shown={says !== '' || undefined}>
    <p className={styles.says} role="status">
      {says}
    </p>
    {says !== '' && (
      <Button variant="quiet" isLoading={isBusy} onClick={onUndo}>
        되돌리기
      </Button>
    )}
  </div>
);
