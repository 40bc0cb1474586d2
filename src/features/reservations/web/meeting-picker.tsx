import { memo, useCallback, useDeferredValue, useMemo, useRef, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { formatNearDate, formatTime } from '#platform/contract/seoul-time.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { Calendar } from '#platform/web/ui/calendar/calendar.tsx';
import { SlotPicker } from '#platform/web/ui/calendar/slot-picker.tsx';
import { cx } from '#platform/web/ui/cx.ts';
import { SLOT_MESSAGE, slotStart, type Slot } from '../contract/slots.ts';
import { calendarLabels } from './calendar-labels.ts';
import { formatDayLabel, markOf, type DayAvailability } from './day-label.ts';
import { isSameMeeting, type MeetingTime } from './describe-slots.ts';
import { HolidayNames } from './holiday-names.tsx';
import type { MeetingChoice } from './use-meeting-choice.ts';
import styles from './meeting-picker.module.css';

interface EarliestTimesProps {
  /** Undefined while loading. */
  readonly times: readonly MeetingTime[] | undefined;
  readonly chosen: MeetingTime | null;
  readonly today: string;
  readonly onTake: (meeting: MeetingTime) => void;
}

/** Offers the first free times, each on a different day, as buttons that choose them. Their height is reserved while loading. */
const EarliestTimes = ({ times, chosen, today, onTake }: EarliestTimesProps) => {
  if (times?.length === 0) return null;
  return (
    <div
      role="group"
      aria-label="바로 예약할 수 있는 시간"
      className={cx('stack-2', styles.earliest)}
      data-loading={times === undefined || undefined}
    >
      {times?.map((meeting, index) => (
        <Button
          key={meeting.date}
          variant="secondary"
          size={index === 0 ? 'medium' : 'small'}
          aria-pressed={chosen !== null && isSameMeeting(chosen, meeting)}
          onClick={() => onTake(meeting)}
        >
          <span>
            {index === 0 && '가장 빠른 시간 '}
            {formatNearDate(meeting.date, today)}{' '}
            <span className="nowrap">{formatTime(slotStart(meeting.time))}</span>
          </span>
        </Button>
      ))}
    </div>
  );
};

interface DateCalendarProps {
  readonly value: string | null;
  readonly first: string;
  readonly last: string;
  /** By date; days that are loading are absent. */
  readonly availability: ReadonlyMap<string, DayAvailability>;
  readonly onChange: (date: string) => void;
  readonly onMonthChange: (month: string) => void;
}

/** Memoized, because it has many elements and the picker renders on each answer of the server. */
const DateCalendar = memo(({ first, last, availability, ...props }: DateCalendarProps) => (
  <Calendar
    labels={calendarLabels}
    label="미팅 날짜"
    today={first}
    firstDate={first}
    lastDate={last}
    dayLabel={(day) => formatDayLabel(day, availability.get(day.date))}
    showsDaysLeft
    dayModifiers={(date) => {
      const day = availability.get(date);
      if (day === undefined) return {};
      return {
        isHoliday: day.holiday !== null,
        isMuted: day.freeCount === 0,
        mark: markOf(day),
        dots: day.freeCount,
      };
    }}
    {...props}
  />
));

const DATE_MISSING = '날짜를 선택해 주세요.';
const DAY_CLOSED = '스튜디오가 쉬는 날입니다. 다른 날짜를 선택해 주세요.';
const DAY_FULL = '이날은 예약 가능한 시간이 없습니다. 다른 날짜를 선택해 주세요.';

interface MeetingPickerProps {
  readonly choice: MeetingChoice;
  /** The calendar renders less often when this stays the same function. */
  readonly onDate: (date: string) => void;
  readonly onTime: (time: Slot | null) => void;
  /** Offers the first free times above the calendar. */
  readonly offersEarliest?: boolean;
  /** Shown below the times. */
  readonly children?: ReactNode;
}

/** The calendar and the times of the chosen day, side by side on a wide screen unless the calendar shows two months. */
export const MeetingPicker = ({
  choice,
  onDate,
  onTime,
  offersEarliest = false,
  children,
}: MeetingPickerProps) => {
  const times = useRef<HTMLDivElement>(null);
  const note = useRef<HTMLDivElement>(null);
  const { date, time, first, last, options, freeCount, isLoading, isChecked } = choice;
  const { availability, month, picker, shownDays, showMonth } = choice;
  // The days that an answer of the server changes are deferred, so that the browser can handle input while it renders them. Those of
  // another month are not: a screen reader reads the day that gets the focus.
  const shown = useMemo(() => ({ month, availability }), [month, availability]);
  const deferred = useDeferredValue(shown);
  const noTime = date !== null && availability.get(date)?.isClosed === true ? DAY_CLOSED : DAY_FULL;
  const missing = date === null ? DATE_MISSING : freeCount === 0 ? noTime : undefined;
  const dateError = isChecked ? missing : undefined;

  /** Chooses a date and scrolls to its times, which may be off the screen on a phone. */
  const showTimes = useCallback(
    (chosen: string): void => {
      flushSync(() => onDate(chosen));
      times.current?.scrollIntoView({ block: 'nearest' });
    },
    [onDate],
  );

  /** Runs `choose` and scrolls to the note below the times, which the button bar of a phone may cover. */
  const showNote = (choose: () => void): void => {
    flushSync(choose);
    note.current?.firstElementChild?.scrollIntoView({ block: 'nearest' });
  };

  const takeEarliest = (meeting: MeetingTime): void =>
    showNote(() => {
      onDate(meeting.date);
      onTime(meeting.time);
    });

  return (
    <div ref={picker} className={cx('stack-8', styles.columns)}>
      <div>
        {offersEarliest && (
          <EarliestTimes
            times={choice.earliest}
            chosen={choice.meeting}
            today={first}
            onTake={takeEarliest}
          />
        )}
        <DateCalendar
          value={date}
          first={first}
          last={last}
          availability={deferred.month === month ? deferred.availability : availability}
          onChange={showTimes}
          onMonthChange={showMonth}
        />
        <HolidayNames days={shownDays} />
        {dateError !== undefined && (
          <p className="error" role="alert">
            {dateError}
          </p>
        )}
      </div>
      <div ref={times} className="stack-3 start fit">
        {date === null ? (
          <p className="muted">날짜를 선택하면 미팅 시간이 표시됩니다.</p>
        ) : (
          <SlotPicker
            label={formatNearDate(date, first)}
            options={options}
            value={time}
            onChange={(value) =>
              showNote(() => onTime(options.find((option) => option.value === value)?.value ?? null))
            }
            chosenLabel="선택됨"
            error={isChecked && time === null && freeCount > 0 ? SLOT_MESSAGE : undefined}
            isLoading={isLoading}
          />
        )}
        <p className={freeCount === 0 ? 'error' : 'visually-hidden'} role="status">
          {date !== null &&
            !isLoading &&
            dateError === undefined &&
            (freeCount === 0 ? noTime : `예약 가능한 시간이 ${freeCount}개 있습니다.`)}
        </p>
        <div ref={note}>{children}</div>
      </div>
    </div>
  );
};
