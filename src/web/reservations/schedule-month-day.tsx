import { createContext, useContext, useEffect, useRef } from 'react';
import type { DayButtonProps } from 'react-day-picker';
import type { ScheduleDay } from '#contract/schedule.ts';
import { slots } from '#contract/slots.ts';
import { toDateString } from '#web/ui/calendar-date.ts';
import { SlotMark } from './schedule-legend.tsx';
import styles from './schedule-month.module.css';
import { slotStateLabels } from './schedule-words.ts';
import type { ScheduleSlot } from './schedule-words.ts';

const DaysContext = createContext<ReadonlyMap<string, ScheduleDay>>(new Map());
/** The days that the buttons of the month show, by date. */
export const MonthDays = DaysContext.Provider;

const sayBriefly = ({ state, reservation }: ScheduleSlot): string =>
  state === 'FREE' ? '' : (reservation?.memberName ?? slotStateLabels[state]);

/** Marks on a phone, names on a desk. Its name says all of it: what stands inside is for the eye. */
export const MonthDayButton = ({ day, modifiers, className, ...button }: DayButtonProps) => {
  const ref = useRef<HTMLButtonElement>(null);
  const date = toDateString(day.date);
  const known = useContext(DaysContext).get(date);
  const isFocused = Boolean(modifiers['focused']);
  useEffect(() => {
    if (isFocused) ref.current?.focus();
  }, [isFocused]);

  return (
    <button {...button} ref={ref} className={className} data-holiday={known?.holiday != null || undefined}>
      <span className={styles.number}>{day.date.getDate()}</span>
      <span className={styles.holiday} aria-hidden="true">
        {known?.holiday}
      </span>
      <span className={styles.marks} aria-hidden="true">
        {slots.map((time) => {
          const slot = known?.slots.find((shown) => shown.time === time);
          return (
            <span
              key={time}
              className={styles.slot}
              data-state={slot?.state}
              data-past={slot?.isPast || undefined}
            >
              <SlotMark state={slot?.state} />
              <span className={styles.brief}>
                <span className={styles.hour}>{time.slice(0, 2)}</span>
                {slot !== undefined && sayBriefly(slot)}
              </span>
            </span>
          );
        })}
      </span>
    </button>
  );
};
