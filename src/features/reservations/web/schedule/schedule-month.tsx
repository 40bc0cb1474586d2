import { addDays } from '#platform/contract/seoul-time.ts';
import { addMonths, monthOf } from '#platform/web/ui/calendar/calendar-month.ts';
import { Calendar } from '#platform/web/ui/calendar/calendar.tsx';
import { MAX_HORIZON_DAYS } from '../../contract/bookable-dates.ts';
import type { ScheduleDay } from '../../contract/schedule.ts';
import { defaultSlots } from '../../contract/slots.ts';
import { calendarLabels } from '../calendar-labels.ts';
import { HolidayNames } from '../holiday-names.tsx';
import { formatScheduleDayLabel, markOf, slotStateLabels, type ScheduleSlot } from './schedule-labels.ts';
import { MonthLegend, SlotMark } from './schedule-legend.tsx';
import styles from './schedule-month.module.css';

const formatBrief = ({ state, reservation }: ScheduleSlot): string =>
  state === 'FREE' ? '' : (reservation?.memberName ?? slotStateLabels[state]);

/** The times: marks, on a wide screen with hours and names. Hidden from screen readers, which read the day's label. */
const DayTimes = ({ day }: { day: ScheduleDay | undefined }) => (
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

const FIRST_DATE = '2000-01-01';

/** The day to select in a month: today, or the first in other months. */
const selectedDateIn = (month: string, today: string): string =>
  monthOf(today) === month ? today : `${month}-01`;

/** The last day of the month in which the longest booking horizon ends. */
export const lastDateFrom = (today: string): string =>
  addDays(`${addMonths(monthOf(addDays(today, MAX_HORIZON_DAYS)), 1)}-01`, -1);

interface ScheduleMonthProps {
  readonly date: string;
  readonly today: string;
  /** Of the month of `date`; undefined until they are known. */
  readonly days: readonly ScheduleDay[] | undefined;
  readonly isLoading: boolean;
  readonly onDate: (date: string) => void;
  /** Called when a day is pressed, not when the month changes. */
  readonly onPress: (date: string) => void;
}

export const ScheduleMonth = ({ date, today, days, isLoading, onDate, onPress }: ScheduleMonthProps) => {
  const known = new Map(days?.map((day) => [day.date, day]));
  return (
    <section className="stack-4 fit" aria-busy={isLoading || undefined}>
      <Calendar
        labels={calendarLabels}
        label="월별 일정"
        value={date}
        onChange={onPress}
        onMonthChange={(month) => onDate(selectedDateIn(month, today))}
        today={today}
        firstDate={FIRST_DATE}
        lastDate={lastDateFrom(today)}
        dayLabel={({ date: day, isToday, isSelected }) =>
          formatScheduleDayLabel(day, known.get(day), { isToday, isSelected })
        }
        dayModifiers={(day) => ({ isHoliday: known.get(day)?.holiday != null })}
        dayContent={(day) => <DayTimes day={known.get(day)} />}
        classes={styles}
      />
      <MonthLegend />
      <HolidayNames days={days ?? []} />
    </section>
  );
};
