import { useRef, useState } from 'react';
import type { FormEvent } from 'react';
import { flushSync } from 'react-dom';
import { useNavigate } from 'react-router';
import { reservationMessages } from '#contract/reservations.ts';
import { formatDate } from '#contract/seoul-time.ts';
import { bookableDates, isBookableDate } from '#contract/slots.ts';
import { paths } from '#web/paths.ts';
import { Button } from '#web/ui/button.tsx';
import { Calendar } from '#web/ui/calendar.tsx';
import { SlotPicker } from '#web/ui/slot-picker.tsx';
import { chooseDate, chooseTime, useBookingDraft } from './booking-draft.ts';
import { BookingStep } from './booking-step.tsx';
import { labelDay } from './day-label.ts';
import styles from './time-form.module.css';
import { useNow } from './use-now.ts';
import { useSlotOptions } from './use-slot-options.ts';

const DATE_MISSING = '날짜를 선택해 주세요.';

const focusIn = (place: HTMLElement | null, selector: string): void =>
  place?.querySelector<HTMLElement>(selector)?.focus();

export const TimeForm = ({ label }: { label: string }) => {
  const navigate = useNavigate();
  const now = useNow();
  const draft = useBookingDraft();
  const [isChecked, setIsChecked] = useState(false);
  const days = useRef<HTMLDivElement>(null);
  const times = useRef<HTMLDivElement>(null);

  const { first, last } = bookableDates(now);
  // A draft from yesterday may hold what can no longer be had.
  const date = draft.date !== null && isBookableDate(draft.date, now) ? draft.date : null;
  const { options, isLoading } = useSlotOptions(date, now);
  const free = options.filter(({ state }) => state === 'free');
  const time = free.find(({ value }) => value === draft.time)?.value ?? null;

  /** On a phone the times of the day stand below the screen's edge. */
  const showTimes = (chosen: string): void => {
    flushSync(() => chooseDate(chosen));
    times.current?.scrollIntoView({ block: 'nearest' });
  };

  const goOn = (event: FormEvent): void => {
    event.preventDefault();
    setIsChecked(true);
    if (date === null) return focusIn(days.current, 'td button[tabindex="0"], td button:enabled');
    if (time === null) return focusIn(times.current, 'input:enabled');
    void navigate(paths.reserveForm());
  };

  return (
    <BookingStep
      current="날짜"
      title="언제 만날까요?"
      choices={{ label, date, time }}
      backTo={paths.reserveType()}
      onSubmit={goOn}
      action={
        <Button type="submit" size="large">
          다음
        </Button>
      }
    >
      <div className={styles.columns}>
        <div ref={days}>
          <Calendar
            label="미팅 날짜"
            value={date}
            onChange={showTimes}
            today={first}
            firstDate={first}
            lastDate={last}
            dayLabel={labelDay}
          />
          {isChecked && date === null && (
            <p className={styles.error} role="alert">
              {DATE_MISSING}
            </p>
          )}
        </div>
        <div ref={times} className={styles.times}>
          {date === null ? (
            <p className={styles.hint}>날짜를 고르면 미팅 시간이 보입니다.</p>
          ) : (
            <SlotPicker
              label={formatDate(date)}
              options={options}
              value={time}
              onChange={(value) =>
                chooseTime(options.find((option) => option.value === value)?.value ?? null)
              }
              chosenLabel="선택함"
              error={isChecked && time === null && free.length > 0 ? reservationMessages.time : undefined}
              isLoading={isLoading}
            />
          )}
          <p className={free.length === 0 ? styles.error : 'visually-hidden'} role="status">
            {date === null || isLoading ? '' : countFree(free.length)}
          </p>
        </div>
      </div>
    </BookingStep>
  );
};

const countFree = (count: number): string =>
  count === 0
    ? '이날은 예약할 수 있는 시간이 없습니다. 다른 날짜를 골라 주세요.'
    : `예약할 수 있는 시간이 ${count}개 있습니다.`;
