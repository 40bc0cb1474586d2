import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useMemo, useState } from 'react';
import { DayPicker } from 'react-day-picker';
import { ko } from 'react-day-picker/locale/ko';
import type { ScheduleDay } from '#contract/schedule.ts';
import { addDays } from '#contract/seoul-time.ts';
import { BOOKING_HORIZON_DAYS } from '#contract/bookable-dates.ts';
import { buttonClass } from '#web/ui/button.tsx';
import { toDateString, toLocalNoon } from '#web/ui/calendar-date.ts';
import { HolidayNames } from './holiday-names.tsx';
import { MonthDayButton, MonthDays } from './schedule-month-day.tsx';
import { MonthLegend } from './schedule-legend.tsx';
import styles from './schedule-month.module.css';
import { describeDay } from './schedule-words.ts';
import { monthOf } from './use-availability.ts';

const Chevron = ({ orientation }: { orientation?: 'up' | 'down' | 'left' | 'right' }) => {
  const Icon = orientation === 'left' ? ChevronLeft : ChevronRight;
  return <Icon size={20} aria-hidden="true" />;
};

const iconClass = buttonClass({ variant: 'icon' });
const components = { Chevron, DayButton: MonthDayButton };
const classNames = {
  root: styles.root,
  months: styles.months,
  month: styles.month,
  month_caption: styles.caption,
  caption_label: styles.captionLabel,
  button_previous: iconClass,
  button_next: iconClass,
  month_grid: styles.grid,
  weekday: styles.weekday,
  day: styles.day,
  day_button: styles.dayButton,
};

/** Turning the month leads to today where it lies there, else to the first. */
const landIn = (month: string, today: string): string => (monthOf(today) === month ? today : `${month}-01`);

interface ScheduleMonthProps {
  readonly date: string;
  readonly today: string;
  /** Of the month of `date`; undefined until it is known. */
  readonly days: readonly ScheduleDay[] | undefined;
  readonly isLoading: boolean;
  readonly onDate: (date: string) => void;
}

/** The month at a glance: each day with its five times. */
export const ScheduleMonth = ({ date, today, days, isLoading, onDate }: ScheduleMonthProps) => {
  // Kept here besides the address, which follows a moment later: the focus would have left a day that is not there yet.
  const [month, setMonth] = useState(monthOf(date));
  const [shownDate, setShownDate] = useState(date);
  if (shownDate !== date) {
    setShownDate(date);
    setMonth(monthOf(date));
  }
  const known = useMemo(() => new Map((days ?? []).map((day) => [day.date, day])), [days]);

  return (
    <section className={styles.panel} aria-label="월별 일정" aria-busy={isLoading || undefined}>
      <MonthDays value={known}>
        <DayPicker
          mode="single"
          required
          locale={ko}
          weekStartsOn={1}
          navLayout="around"
          selected={toLocalNoon(date)}
          onSelect={(chosen) => onDate(toDateString(chosen))}
          today={toLocalNoon(today)}
          month={toLocalNoon(`${month}-01`)}
          onMonthChange={(shown) => {
            const next = monthOf(toDateString(shown));
            setMonth(next);
            onDate(landIn(next, today));
          }}
          endMonth={toLocalNoon(addDays(today, BOOKING_HORIZON_DAYS))}
          labels={{
            labelDayButton: (day, { today: isToday, selected: isSelected }) =>
              describeDay(toDateString(day), known.get(toDateString(day)), {
                isToday: Boolean(isToday),
                isSelected: Boolean(isSelected),
              }),
          }}
          components={components}
          classNames={classNames}
        />
      </MonthDays>
      <MonthLegend />
      <HolidayNames days={(days ?? []).filter(({ holiday }) => holiday !== null)} />
    </section>
  );
};
