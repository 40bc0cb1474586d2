import { useState } from 'react';
import { isPastSlot } from '#contract/bookable-dates.ts';
import { isoWeekday } from '#contract/seoul-time.ts';
import { formatSlot, type Slot } from '#contract/slots.ts';
import { useNow } from '#web/reservations/use-now.ts';
import { Button } from '#web/ui/button.tsx';
import styles from './schedule-day-panel.module.css';
import { slotStateLabels } from './schedule-labels.ts';
import { SlotMark } from './schedule-legend.tsx';
import { useWeeklySlots } from './use-weekly-slots.ts';

type ChangedState = 'BLOCKED' | 'FREE';

const UNKNOWN = '미확인';
const actions = [
  ['BLOCKED', '차단'],
  ['FREE', '차단 해제'],
] as const;

interface UnknownDayProps {
  readonly date: string;
  /** Resolves to whether the server accepted the change. */
  readonly onPress: (time: Slot, state: ChangedState) => Promise<boolean>;
}

/**
 * The times of a day whose states could not be loaded. Each can be blocked and unblocked, because the server decides: it refuses
 * a booked time and changes nothing where the state is the requested one.
 */
export const UnknownDay = ({ date, onPress }: UnknownDayProps) => {
  const now = useNow();
  const { slotsOf } = useWeeklySlots();
  const [changed, setChanged] = useState<ReadonlyMap<Slot, ChangedState>>(new Map());
  const press = async (time: Slot, state: ChangedState): Promise<void> => {
    if (await onPress(time, state)) setChanged((known) => new Map(known).set(time, state));
  };

  return (
    <ul className={styles.rows}>
      {slotsOf(isoWeekday(date)).map((time) => {
        const known = changed.get(time);
        const isPast = isPastSlot(date, time, now);
        return (
          <li key={time} className={styles.row} data-past={isPast || undefined}>
            <SlotMark mark={known} />
            <span className={styles.time}>{formatSlot(time)}</span>
            <span className={styles.state}>{known === undefined ? UNKNOWN : slotStateLabels[known]}</span>
            {!isPast && (
              <span className={styles.actions}>
                {actions.map(([state, label]) => (
                  <Button
                    key={state}
                    variant="secondary"
                    size="small"
                    aria-label={`${formatSlot(time)} ${label}`}
                    onClick={() => void press(time, state)}
                  >
                    {label}
                  </Button>
                ))}
              </span>
            )}
          </li>
        );
      })}
    </ul>
  );
};
