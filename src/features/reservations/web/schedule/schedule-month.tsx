import { addDays } from '#platform/contract/seoul-time.ts';
import { addMonths, monthOf } from '#platform/web/ui/calendar/calendar-month.ts';
import { Calendar } from '#platform/web/ui/calendar/calendar.tsx';
import { MAX_HORIZON_DAYS } from '../../contract/bookable-dates.ts';
import type { ScheduleDay } from '../../contract/schedule.ts';
import { calendarLabels } from '../calendar-labels.ts';
import { HolidayNames } from '../holiday-names.tsx';
import { formatClosure, formatScheduleDayLabel, type SlotState } from './schedule-labels.ts';
import styles from './schedule-month.module.css';

/** The day in words. Hidden from screen readers, which read the day's label. */
const DayWords = ({ day }: { day: ScheduleDay }) => {
  const closure = formatClosure(day);
  const open = day.slots.filter(({ isPast }) => !isPast);
  const count = (state: SlotState): number => open.filter((slot) => slot.state === state).length;
  const [free, blocked] = [count('FREE'), count('BLOCKED')];
  const booked = day.slots.filter(({ reservation }) => reservation !== null).length;
  return (
    <div className={styles.words} data-closed={closure !== undefined || undefined} aria-hidden="true">
      <span className={styles.holiday}>{day.holiday}</span>
      {closure === undefined ? (
        <>
          {booked > 0 && <span className={styles.booked}>예약 {booked}</span>}
          {free > 0 && <span>{free} 가능</span>}
          {blocked > 0 && <span>{blocked} 차단</span>}
        </>
      ) : (
        <span className={styles.closure}>정기 휴무</span>
      )}
    </div>
  );
};

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
        dayLabel={(day) => formatScheduleDayLabel(day, known.get(day.date))}
        dayModifiers={(day) => ({ isHoliday: known.get(day)?.holiday != null })}
        dayContent={(date) => {
          const day = known.get(date);
          return day && <DayWords day={day} />;
        }}
        classes={styles}
      />
      <HolidayNames days={days ?? []} />
    </section>
  );
};
