import { ChevronLeft, ChevronRight } from 'lucide-react';
import { DayPicker } from 'react-day-picker';
import { ko } from 'react-day-picker/locale/ko';
import { toDateString, toLocalNoon } from './calendar-date.ts';
import styles from './calendar.module.css';

export interface CalendarDay {
  /** YYYY-MM-DD */
  readonly date: string;
  readonly isToday: boolean;
  readonly isSelected: boolean;
  readonly isDisabled: boolean;
}

interface CalendarProps {
  /** Names the calendar. */
  readonly label: string;
  /** The chosen day, YYYY-MM-DD. */
  readonly value: string | null;
  readonly onChange: (date: string) => void;
  /** Today where the studio is, whatever the machine says. */
  readonly today: string;
  /** The first and the last day that can be chosen. */
  readonly firstDate: string;
  readonly lastDate: string;
  /** The name of a day's button. It begins with the day's number as a word of its own (`27, Thursday`): speech finds it. */
  readonly dayLabel: (day: CalendarDay) => string;
}

const Chevron = ({ orientation }: { orientation?: 'up' | 'down' | 'left' | 'right' }) => {
  const Icon = orientation === 'left' ? ChevronLeft : ChevronRight;
  return <Icon size={20} aria-hidden="true" />;
};

const classNames = {
  root: styles.root,
  months: styles.months,
  month: styles.month,
  month_caption: styles.caption,
  caption_label: styles.captionLabel,
  button_previous: styles.turn,
  button_next: styles.turn,
  month_grid: styles.grid,
  weekday: styles.weekday,
  day: styles.day,
  day_button: styles.dayButton,
};

/** One month, Monday first. Days travel as YYYY-MM-DD. */
export const Calendar = ({ label, value, onChange, today, firstDate, lastDate, dayLabel }: CalendarProps) => {
  const first = toLocalNoon(firstDate);
  const last = toLocalNoon(lastDate);
  const selected = value === null ? undefined : toLocalNoon(value);
  return (
    <div role="group" aria-label={label}>
      <DayPicker
        mode="single"
        required
        locale={ko}
        weekStartsOn={1}
        navLayout="around"
        selected={selected}
        onSelect={(date) => onChange(toDateString(date))}
        today={toLocalNoon(today)}
        defaultMonth={selected ?? first}
        startMonth={first}
        endMonth={last}
        disabled={{ before: first, after: last }}
        labels={{
          labelDayButton: (date, { today: isToday, selected: isSelected, disabled: isDisabled }) =>
            dayLabel({
              date: toDateString(date),
              isToday: Boolean(isToday),
              isSelected: Boolean(isSelected),
              isDisabled: Boolean(isDisabled),
            }),
        }}
        components={{ Chevron }}
        classNames={classNames}
      />
    </div>
  );
};
