import type { ScheduleDay } from '#contract/schedule.ts';
import { defaultSlots } from '#contract/slots.ts';
import { SlotMark } from './schedule-legend.tsx';
import styles from './schedule-month.module.css';
import { markOf, slotStateLabels, type ScheduleSlot } from './schedule-labels.ts';

const formatBrief = ({ state, reservation }: ScheduleSlot): string =>
  state === 'FREE' ? '' : (reservation?.memberName ?? slotStateLabels[state]);

/** The times: marks on a phone, names on a desk. Hidden from screen readers, which read the day's label. */
export const DayTimes = ({ day }: { day: ScheduleDay | undefined }) => (
  <div className={styles.times} aria-hidden="true">
    <span className={styles.holiday}>{day?.holiday}</span>
    <span className={styles.marks}>
      {/* Placeholders keep the height of the row. */}
      {day === undefined && defaultSlots.map((slot) => <span key={slot} className={styles.slot} />)}
      {day?.slots.map((slot) => (
        <span
          key={slot.time}
          className={styles.slot}
          data-state={slot.state}
          data-cancelled={slot.isCancelled || undefined}
          data-past={slot.isPast || undefined}
        >
          <SlotMark mark={markOf(slot)} />
          <span className={styles.brief}>
            <span className={styles.hour}>{slot.time.split('-')[0]}</span>
            {formatBrief(slot)}
          </span>
        </span>
      ))}
    </span>
  </div>
);
