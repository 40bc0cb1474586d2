import { Button } from '#web/ui/button.tsx';
import { isSameMeeting, type MeetingTime } from './describe-slots.ts';
import styles from './earliest-button.module.css';
import { formatShortMeeting } from './format-meeting.ts';

interface EarliestButtonProps {
  /** Undefined while loading, null when nothing is free. */
  readonly earliest: MeetingTime | null | undefined;
  readonly chosen: MeetingTime | null;
  readonly onTake: (meeting: MeetingTime) => void;
}

/** Takes the first free time with one tap. Its height is reserved while loading. */
export const EarliestButton = ({ earliest, chosen, onTake }: EarliestButtonProps) => {
  if (earliest === null) return null;
  return (
    <div className={styles.line}>
      {earliest !== undefined && (
        <Button
          variant="secondary"
          isWide
          aria-pressed={chosen !== null && isSameMeeting(chosen, earliest)}
          onClick={() => onTake(earliest)}
        >
          가장 빠른 시간 {formatShortMeeting(earliest)}
        </Button>
      )}
    </div>
  );
};
