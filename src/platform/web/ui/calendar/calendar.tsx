import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { Button } from '../button.tsx';
import { addMonths, listShownMonths, listWeeks, monthOf, moveDateByKey } from './calendar-month.ts';
import { useSwipe } from './use-swipe.ts';
import styles from './calendar.module.css';

export interface CalendarDay {
  /** YYYY-MM-DD */
  readonly date: string;
  readonly isToday: boolean;
  readonly isSelected: boolean;
  readonly isDisabled: boolean;
}

/** Visual marks of a day. The label of the day has to state them as text too. */
export interface DayModifiers {
  /** Shown in red, as Sundays are. */
  readonly isHoliday?: boolean;
  /** May be shown less prominently. The day can still be chosen. */
  readonly isMuted?: boolean;
  /** A label of about two letters below the number. */
  readonly mark?: string;
  /** A number shown as dots, at most five. */
  readonly dots?: number;
}

export interface CalendarLabels {
  /** The name of a month, YYYY-MM. */
  readonly nameMonth: (month: string) => string;
  /** The short name of the weekday of a date, YYYY-MM-DD. */
  readonly nameWeekday: (date: string) => string;
  readonly previousMonth: string;
  readonly nextMonth: string;
}

type CalendarPart = 'root' | 'day' | 'dayButton' | 'number';

interface CalendarProps {
  readonly labels: CalendarLabels;
  readonly label: string;
  /** The chosen date, YYYY-MM-DD. */
  readonly value: string | null;
  /** When several dates can be chosen: whether this one is. `value` is then the date that was pressed last. */
  readonly isChosen?: (date: string) => boolean;
  readonly onChange: (date: string) => void;
  /**
   * Called with the new month (YYYY-MM) when the visitor changes it. The calendar begins with the month of `value`, or of
   * `firstDate` without one, and later shows the month of each new `value`.
   */
  readonly onMonthChange?: (month: string) => void;
  /** Today in the studio's time zone. */
  readonly today: string;
  /** The first and last date that can be chosen. */
  readonly firstDate: string;
  readonly lastDate: string;
  /**
   * Accessible name of a day's button. It starts with the day's number as a separate word (`27, Thursday`), for voice control.
   */
  readonly dayLabel: (day: CalendarDay) => string;
  readonly dayModifiers?: (date: string) => DayModifiers;
  /** Rendered after a day's button, as decoration only. */
  readonly dayContent?: (date: string) => ReactNode;
  /** Leaves out the weeks before the week of `firstDate`, and adds the next month when few days of the month are left. */
  readonly showsDaysLeft?: boolean;
  /** Class names that replace the default ones. */
  readonly classes?: Readonly<Partial<Record<CalendarPart, string>>>;
}

const DOTS = [1, 2, 3, 4, 5];
const [SAMPLE_WEEK = []] = listWeeks('2024-01');

/** Shows one or two months, Monday first. The days are a single Tab stop with arrow keys within. All dates are YYYY-MM-DD. */
export const Calendar = ({
  labels: { nameMonth, nameWeekday, previousMonth, nextMonth },
  label,
  value,
  isChosen = (date) => date === value,
  onChange,
  onMonthChange,
  today,
  firstDate,
  lastDate,
  dayLabel,
  dayModifiers = () => ({}),
  dayContent,
  showsDaysLeft = false,
  classes = styles,
}: CalendarProps) => {
  const root = useRef<HTMLDivElement>(null);
  const [month, setMonth] = useState(monthOf(value ?? firstDate));
  const months = showsDaysLeft ? listShownMonths(month, firstDate, lastDate) : [month];
  const [shownValue, setShownValue] = useState(value);
  if (shownValue !== value) {
    setShownValue(value);
    if (value !== null && !months.includes(monthOf(value))) setMonth(monthOf(value));
  }
  /** The date that a key moved to or that was clicked last; null at first and after a change of the month by button or swipe. */
  const [focusedDate, setFocusedDate] = useState<string | null>(null);

  const canChoose = (date: string): boolean => date >= firstDate && date <= lastDate;
  const show = (next: string): void => {
    setMonth(next);
    onMonthChange?.(next);
  };
  const canChangeMonth = (by: -1 | 1): boolean =>
    by === 1 ? month < monthOf(lastDate) : month > monthOf(firstDate);
  const changeMonth = (by: -1 | 1): void => {
    if (!canChangeMonth(by)) return;
    setFocusedDate(null);
    show(addMonths(month, by));
  };

  const days = months.flatMap((shown) =>
    listWeeks(shown)
      .flat()
      .filter((day) => monthOf(day) === shown && canChoose(day)),
  );
  const stop = [focusedDate, value, today].find((day) => day !== null && days.includes(day)) ?? days[0];

  const swipe = useSwipe((direction) => changeMonth(direction === 'left' ? 1 : -1));

  const onKeyDown = (event: KeyboardEvent<HTMLTableElement>): void => {
    const from = (event.target as HTMLElement).closest<HTMLElement>('[data-day]')?.dataset['day'];
    const target = from === undefined ? null : moveDateByKey(from, event.key, event.shiftKey);
    if (target === null) return;
    event.preventDefault();
    const [latest = lastDate] = [target, lastDate].toSorted();
    const to = latest < firstDate ? firstDate : latest;
    // Renders synchronously, because the date may belong to a month that is not rendered yet.
    flushSync(() => {
      setFocusedDate(to);
      if (!months.includes(monthOf(to))) show(monthOf(to));
    });
    root.current?.querySelector<HTMLElement>(`[data-day="${to}"] button`)?.focus();
  };

  /** The button keeps its focus when it is disabled, because it uses `aria-disabled`. */
  const renderMonthButton = (by: -1 | 1, name: string, Icon: typeof ChevronLeft) => (
    <Button
      variant="icon"
      aria-label={name}
      aria-disabled={!canChangeMonth(by) || undefined}
      tabIndex={canChangeMonth(by) ? undefined : -1}
      onClick={() => changeMonth(by)}
    >
      <Icon size={20} aria-hidden="true" />
    </Button>
  );

  const renderDay = (date: string) => {
    const [isToday, isSelected, isDisabled] = [date === today, isChosen(date), !canChoose(date)];
    const { isHoliday, isMuted, mark, dots = 0 } = dayModifiers(date);
    return (
      <td
        key={date}
        className={classes.day}
        role="gridcell"
        aria-selected={isSelected || undefined}
        data-day={date}
        data-today={isToday || undefined}
        data-selected={isSelected || undefined}
      >
        <button
          type="button"
          className={classes.dayButton}
          tabIndex={date === stop ? 0 : -1}
          aria-label={dayLabel({ date, isToday, isSelected, isDisabled })}
          disabled={isDisabled}
          data-holiday={isHoliday || undefined}
          data-muted={isMuted || undefined}
          onClick={() => {
            setFocusedDate(date);
            onChange(date);
          }}
        >
          <span className={classes.number}>{Number(date.slice(8))}</span>
          {mark !== undefined && (
            <>
              {' '}
              <span className={styles.mark}>{mark}</span>
            </>
          )}
          <span className={styles.dots}>
            {DOTS.slice(0, dots).map((dot) => (
              <span key={dot} />
            ))}
          </span>
        </button>
        {dayContent?.(date)}
      </td>
    );
  };

  const renderTable = (shown: string) => (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role -- as the ARIA guide makes a grid of days
    <table role="grid" aria-label={nameMonth(shown)} className={styles.grid} onKeyDown={onKeyDown}>
      <thead>
        <tr>
          {SAMPLE_WEEK.map((day) => (
            <th key={day} className={styles.weekday} scope="col">
              {nameWeekday(day)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {listWeeks(shown)
          .filter((week) => !showsDaysLeft || week.some((day) => day >= firstDate))
          .map((week) => (
            <tr key={week[0]}>
              {week.map((day) =>
                monthOf(day) === shown ? (
                  renderDay(day)
                ) : (
                  // oxlint-disable-next-line jsx-a11y/control-has-associated-label -- nothing is there
                  <td key={day} className={classes.day} />
                ),
              )}
            </tr>
          ))}
      </tbody>
    </table>
  );

  return (
    <div ref={root} role="group" aria-label={label} className={classes.root} data-months={months.length}>
      <div className={styles.month} {...swipe}>
        {renderMonthButton(-1, previousMonth, ChevronLeft)}
        <span className={styles.caption} role="status">
          {nameMonth(month)}
        </span>
        {renderMonthButton(1, nextMonth, ChevronRight)}
        {renderTable(month)}
      </div>
      {months.slice(1).map((shown) => (
        <div key={shown} className={styles.month} {...swipe}>
          <span className={styles.caption}>{nameMonth(shown)}</span>
          {renderTable(shown)}
        </div>
      ))}
    </div>
  );
};
