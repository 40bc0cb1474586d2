import { ChevronLeft, ChevronRight } from 'lucide-react';
import { createContext, useContext } from 'react';
import type { ComponentProps } from 'react';
import { DayButton, DayPicker } from 'react-day-picker';
import { ko } from 'react-day-picker/locale/ko';
import { buttonClass } from './button.tsx';
import { toDateString, toLocalNoon } from './calendar-date.ts';
import styles from './calendar.module.css';

export interface CalendarDay {
  /** YYYY-MM-DD */
  readonly date: string;
  readonly isToday: boolean;
  readonly isSelected: boolean;
  readonly isDisabled: boolean;
}

/** What is particular about a day; its name has to say it as well. */
export interface DayLook {
  /** Red, as a Sunday is. */
  readonly isHoliday?: boolean;
  /** Steps back behind the other days. It can still be chosen. */
  readonly isMuted?: boolean;
  /** A word below the number, of two letters or so. */
  readonly mark?: string;
}

interface CalendarProps {
  /** Names the calendar. */
  readonly label: string;
  /** The chosen day, YYYY-MM-DD. */
  readonly value: string | null;
  readonly onChange: (date: string) => void;
  /** Called with the month, YYYY-MM, that is turned to. The first one shown is that of `value`, else of `firstDate`. */
  readonly onMonthChange?: (month: string) => void;
  /** Today where the studio is, whatever the machine says. */
  readonly today: string;
  /** The first and the last day that can be chosen. */
  readonly firstDate: string;
  readonly lastDate: string;
  /** The name of a day's button. It begins with the day's number as a word of its own (`27, Thursday`): speech finds it. */
  readonly dayLabel: (day: CalendarDay) => string;
  readonly dayLook?: (date: string) => DayLook;
}

const plain: DayLook = {};
const DayLooks = createContext<(date: string) => DayLook>(() => plain);

const Chevron = ({ orientation }: { orientation?: 'up' | 'down' | 'left' | 'right' }) => {
  const Icon = orientation === 'left' ? ChevronLeft : ChevronRight;
  return <Icon size={20} aria-hidden="true" />;
};

const MarkedDay = ({ children, ...props }: ComponentProps<typeof DayButton>) => {
  const { isHoliday, isMuted, mark } = useContext(DayLooks)(toDateString(props.day.date));
  return (
    <DayButton {...props} data-holiday={isHoliday || undefined} data-muted={isMuted || undefined}>
      {children}
      {mark !== undefined && (
        <>
          {' '}
          <span className={styles.mark}>{mark}</span>
        </>
      )}
    </DayButton>
  );
};

// One object: a new component each time would take the focus away from the day that has it.
const components = { Chevron, DayButton: MarkedDay };

const iconClass = buttonClass({ variant: 'icon' });
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

/** One month, Monday first. Days travel as YYYY-MM-DD. */
export const Calendar = ({
  label,
  value,
  onChange,
  onMonthChange,
  today,
  firstDate,
  lastDate,
  dayLabel,
  dayLook = () => plain,
}: CalendarProps) => {
  const first = toLocalNoon(firstDate);
  const last = toLocalNoon(lastDate);
  const selected = value === null ? undefined : toLocalNoon(value);
  return (
    <div role="group" aria-label={label}>
      <DayLooks value={dayLook}>
        <DayPicker
          mode="single"
          required
          locale={ko}
          weekStartsOn={1}
          navLayout="around"
          selected={selected}
          onSelect={(date) => onChange(toDateString(date))}
          onMonthChange={(month) => onMonthChange?.(toDateString(month).slice(0, 7))}
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
          components={components}
          classNames={classNames}
        />
      </DayLooks>
    </div>
  );
};
