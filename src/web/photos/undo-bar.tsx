import type { Ref } from 'react';
import { Button } from '#web/ui/button.tsx';
import { joinClasses } from '#web/ui/join-classes.ts';
import styles from './undo-bar.module.css';

interface UndoBarProps {
  /** Takes the focus of a button that has left the page. */
  readonly ref: Ref<HTMLDivElement>;
  readonly says: string;
  readonly canUndo: boolean;
  readonly isBusy: boolean;
  readonly onUndo: () => void;
}

/** Says what was done and takes it back for as long as that goes. Its words are heard, seen or not. */
export const UndoBar = ({ ref, says, canUndo, isBusy, onUndo }: UndoBarProps) => (
  <div ref={ref} className={canUndo ? styles.bar : styles.hidden} tabIndex={-1}>
    <p className={joinClasses(styles.says, !canUndo && 'visually-hidden')} role="status">
      {says}
    </p>
    {canUndo && (
      <Button variant="quiet" isLoading={isBusy} onClick={onUndo}>
        되돌리기
      </Button>
    )}
  </div>
);
