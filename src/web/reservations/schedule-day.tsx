import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { scheduleEndpoints } from '#contract/schedule.ts';
import type { ScheduleDay } from '#contract/schedule.ts';
import { addDays, formatDate } from '#contract/seoul-time.ts';
import { formatSlot, slots } from '#contract/slots.ts';
import type { Slot } from '#contract/slots.ts';
import { messageOf } from '#web/api/api.ts';
import { browserApi } from '#web/api/browser-api.ts';
import { showAlert } from '#web/shell/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import styles from './schedule-day.module.css';
import { SlotRow } from './schedule-slot-row.tsx';
import { countStates, formatShortDate } from './schedule-words.ts';
import { refreshSchedule } from './use-schedule.ts';

const FAILED = '처리 중 오류가 발생했습니다.';

interface ScheduleDayPanelProps {
  readonly date: string;
  readonly today: string;
  /** Undefined until it is known. */
  readonly day: ScheduleDay | undefined;
  readonly isLoading: boolean;
  readonly onDate: (date: string) => void;
  readonly onPress: (time: Slot, state: 'BLOCKED' | 'FREE') => void;
}

/** Blocks, or frees, what of the day can be. */
const useWholeDay = (date: string) => {
  const [isChanging, setIsChanging] = useState(false);
  const change = async (state: 'BLOCKED' | 'FREE'): Promise<void> => {
    const endpoint = state === 'BLOCKED' ? scheduleEndpoints.blockRange : scheduleEndpoints.unblockRange;
    setIsChanging(true);
    try {
      await browserApi.call(endpoint, { body: { from: date, to: date, timeSlots: [...slots] } });
    } catch (error) {
      void showAlert(messageOf(error, FAILED));
    }
    await refreshSchedule();
    setIsChanging(false);
  };
  return { change, isChanging };
};

/** The five times of a day: one press blocks or frees. */
export const ScheduleDayPanel = ({ date, today, day, isLoading, onDate, onPress }: ScheduleDayPanelProps) => {
  const [said, setSaid] = useState('');
  const whole = useWholeDay(date);
  const open = day?.slots.filter(({ isPast }) => !isPast) ?? [];
  const press = (time: Slot, state: 'BLOCKED' | 'FREE'): void => {
    onPress(time, state);
    setSaid(`${formatSlot(time)} ${state === 'BLOCKED' ? '차단됨' : '예약 가능'}`);
  };

  return (
    <section className={styles.panel} aria-labelledby="day-title">
      <div className={styles.head}>
        <Button variant="icon" aria-label="전날" onClick={() => onDate(addDays(date, -1))}>
          <ChevronLeft size={20} aria-hidden="true" />
        </Button>
        <div className={styles.titles}>
          <h2 id="day-title" className={styles.title}>
            <time dateTime={date} aria-label={formatDate(date)}>
              {formatShortDate(date)}
            </time>
            {date === today && <span className={styles.today}>오늘</span>}
          </h2>
          <p className={styles.count}>
            {day?.holiday != null && <strong className={styles.holiday}>{day.holiday}</strong>}
            {day !== undefined && countStates(day)}
          </p>
        </div>
        <Button variant="icon" aria-label="다음 날" onClick={() => onDate(addDays(date, 1))}>
          <ChevronRight size={20} aria-hidden="true" />
        </Button>
      </div>
      {day === undefined && isLoading && (
        <Skeleton label="일정을 불러오는 중입니다." shape="row" count={slots.length} />
      )}
      {day !== undefined && (
        <ul className={styles.rows}>
          {day.slots.map((slot) => (
            <SlotRow key={slot.time} date={date} slot={slot} onPress={(state) => press(slot.time, state)} />
          ))}
        </ul>
      )}
      <div className={styles.whole}>
        {open.some(({ state }) => state === 'FREE') && (
          <Button
            variant="secondary"
            isLoading={whole.isChanging}
            onClick={() => void whole.change('BLOCKED')}
          >
            하루 전체 차단
          </Button>
        )}
        {open.some(({ state }) => state === 'BLOCKED') && (
          <Button variant="secondary" isLoading={whole.isChanging} onClick={() => void whole.change('FREE')}>
            하루 전체 차단 해제
          </Button>
        )}
      </div>
      <p className="visually-hidden" role="status">
        {said}
      </p>
    </section>
  );
};
