import { useRef } from 'react';
import { flushSync } from 'react-dom';
import { SLOT_MESSAGE } from '#contract/slots.ts';
import { formatDate } from '#contract/seoul-time.ts';
import type { Slot } from '#contract/slots.ts';
import { Calendar } from '#web/ui/calendar/calendar.tsx';
import { SlotPicker } from '#web/ui/calendar/slot-picker.tsx';
import { calendarLabels } from './calendar-labels.ts';
import { FULL_MARK, formatDayLabel } from './day-label.ts';
import { HolidayNames } from './holiday-names.tsx';
import styles from './meeting-picker.module.css';
import type { MeetingChoice } from './use-meeting-choice.ts';

const DATE_MISSING = '날짜를 선택해 주세요.';
const DAY_FULL = '이날은 예약 가능한 시간이 없습니다. 다른 날짜를 선택해 주세요.';

interface MeetingPickerProps {
  readonly choice: MeetingChoice;
  readonly onDate: (date: string) => void;
  readonly onTime: (time: Slot | null) => void;
}

/** The calendar and the times of the chosen day, side by side on a desk. */
export const MeetingPicker = ({ choice, onDate, onTime }: MeetingPickerProps) => {
  const times = useRef<HTMLDivElement>(null);
  const { date, time, first, last, options, freeCount, isLoading, shownDays, dayAvailabilityOf, showMonth } =
    choice;
  const { isChecked, picker } = choice;
  const missing = date === null ? DATE_MISSING : freeCount === 0 ? DAY_FULL : undefined;
  const dateError = isChecked ? missing : undefined;

  /** Scrolls to the times, which are off the screen on a phone. */
  const showTimes = (chosen: string): void => {
    flushSync(() => onDate(chosen));
    times.current?.scrollIntoView({ block: 'nearest' });
  };

  return (
    <div ref={picker} className={styles.columns}>
      <div>
        <Calendar
          labels={calendarLabels}
          label="미팅 날짜"
          value={date}
          onChange={showTimes}
          onMonthChange={showMonth}
          today={first}
          firstDate={first}
          lastDate={last}
          dayLabel={(day) => formatDayLabel(day, dayAvailabilityOf(day.date))}
          dayModifiers={(day) => {
            const { holiday = null, freeCount } = dayAvailabilityOf(day) ?? {};
            const isFull = freeCount === 0;
            return { isHoliday: holiday !== null, isMuted: isFull, mark: isFull ? FULL_MARK : undefined };
          }}
        />
        <HolidayNames days={shownDays} />
        {dateError !== undefined && (
          <p className={styles.error} role="alert">
            {dateError}
          </p>
        )}
      </div>
      <div ref={times} className={styles.times}>
        {date === null ? (
          <p className={styles.hint}>날짜를 선택하면 미팅 시간이 표시됩니다.</p>
        ) : (
          <SlotPicker
            label={formatDate(date)}
            options={options}
            value={time}
            onChange={(value) => onTime(options.find((option) => option.value === value)?.value ?? null)}
            chosenLabel="선택됨"
            error={isChecked && time === null && freeCount > 0 ? SLOT_MESSAGE : undefined}
            isLoading={isLoading}
          />
        )}
        <p className={freeCount === 0 ? styles.error : 'visually-hidden'} role="status">
          {date !== null && !isLoading && dateError === undefined && formatFreeCount(freeCount)}
        </p>
      </div>
    </div>
  );
};

const formatFreeCount = (count: number): string =>
  count === 0 ? DAY_FULL : `예약 가능한 시간이 ${count}개 있습니다.`;
