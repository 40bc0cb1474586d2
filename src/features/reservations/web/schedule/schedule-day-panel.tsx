import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { addDays, formatNearDate, isoWeekday } from '#platform/contract/seoul-time.ts';
import { showAlert } from '#platform/web/client/alert.tsx';
import { useAction } from '#platform/web/client/use-action.ts';
import { useNow } from '#platform/web/client/use-now.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { cx } from '#platform/web/ui/cx.ts';
import { Skeleton } from '#platform/web/ui/skeleton.tsx';
import { isPastSlot } from '../../contract/bookable-dates.ts';
import { scheduleEndpoints, type ScheduleDay } from '../../contract/schedule.ts';
import { formatSlot, type Slot } from '../../contract/slots.ts';
import { formatStateCounts, slotStateLabels } from './schedule-labels.ts';
import { SlotRow } from './slot-row.tsx';
import { useWeeklySlots } from './use-weekly-slots.ts';
import styles from './schedule-day-panel.module.css';

type ChangedState = 'BLOCKED' | 'FREE';

const actions = [
  ['BLOCKED', '차단'],
  ['FREE', '차단 해제'],
] as const;

interface UnknownDayProps {
  readonly date: string;
  /** Resolves to whether the server confirmed the change. */
  readonly onPress: (time: Slot, state: ChangedState) => Promise<boolean>;
}

/**
 * The times of a day whose states could not be loaded. Each that is not past can be blocked and unblocked, because the server decides:
 * it refuses a booked time, and a time that has the requested state keeps it.
 */
const UnknownDay = ({ date, onPress }: UnknownDayProps) => {
  const now = useNow();
  const { slotsOf } = useWeeklySlots();
  const [changed, setChanged] = useState<ReadonlyMap<Slot, ChangedState>>(new Map());
  const press = async (time: Slot, state: ChangedState): Promise<void> => {
    if (await onPress(time, state)) setChanged((known) => new Map(known).set(time, state));
  };

  return (
    <ul className={styles.rows}>
      {slotsOf(isoWeekday(date)).map((time) => {
        const known = changed.get(time);
        const isPast = isPastSlot(date, time, now);
        return (
          <li key={time} className={cx('stack-3 middle ruled', styles.row)} data-past={isPast || undefined}>
            <span className={cx('tabular nowrap', styles.time)}>{formatSlot(time)}</span>
            <span className={cx('note', styles.state)}>
              {known === undefined ? '미확인' : slotStateLabels[known]}
            </span>
            {!isPast && (
              <span className={styles.actions}>
                {actions.map(([state, label]) => (
                  <Button
                    key={state}
                    variant="secondary"
                    size="small"
                    aria-label={`${formatSlot(time)} ${label}`}
                    onClick={() => void press(time, state)}
                  >
                    {label}
                  </Button>
                ))}
              </span>
            )}
          </li>
        );
      })}
    </ul>
  );
};

const { blockRange, unblockRange } = scheduleEndpoints;

interface ScheduleDayPanelProps {
  readonly date: string;
  readonly today: string;
  /** Undefined while it loads and when it cannot be loaded. */
  readonly day: ScheduleDay | undefined;
  readonly isLoading: boolean;
  readonly onDate: (date: string) => void;
  /** Resolves to whether the server confirmed the change. */
  readonly onPress: (time: Slot, state: 'BLOCKED' | 'FREE') => Promise<boolean>;
}

/** The times of a day: one press blocks or frees a time. */
export const ScheduleDayPanel = ({ date, today, day, isLoading, onDate, onPress }: ScheduleDayPanelProps) => {
  const [said, setSaid] = useState('');
  const { send, isRunning } = useAction();
  const open = day?.slots.filter(({ isPast }) => !isPast) ?? [];
  const press = (time: Slot, state: 'BLOCKED' | 'FREE'): Promise<boolean> => {
    setSaid(`${formatSlot(time)} ${state === 'BLOCKED' ? '차단됨' : '예약 가능'}`);
    return onPress(time, state);
  };
  const changeDay = async (endpoint: typeof blockRange | typeof unblockRange): Promise<void> => {
    const outcome = await send(endpoint, { body: { from: date, to: date } });
    if (outcome !== null) void showAlert(outcome.text);
  };

  return (
    <section className="stack-3 start fit" aria-labelledby="day-title">
      <div className={styles.head}>
        <Button variant="icon" aria-label="전날" onClick={() => onDate(addDays(date, -1))}>
          <ChevronLeft size={20} aria-hidden="true" />
        </Button>
        <div>
          <h2 id="day-title" className={cx('row-2 wrap middle', styles.title)}>
            <time dateTime={date}>{formatNearDate(date, today)}</time>
            {date === today && <span className={cx('note', styles.today)}>오늘</span>}
          </h2>
          <p className={cx('note row-2 wrap', styles.count)}>
            {day?.holiday != null && <strong className={cx('error', styles.holiday)}>{day.holiday}</strong>}
            {day !== undefined && formatStateCounts(day)}
          </p>
        </div>
        <Button variant="icon" aria-label="다음 날" onClick={() => onDate(addDays(date, 1))}>
          <ChevronRight size={20} aria-hidden="true" />
        </Button>
      </div>
      {day === undefined && isLoading && <Skeleton label="일정을 불러오는 중입니다." shape="row" count={5} />}
      {day?.slots.length === 0 && <p className="muted">미팅 시간이 없는 날입니다.</p>}
      {day !== undefined && day.slots.length > 0 && (
        <ul className={styles.rows}>
          {day.slots.map((slot) => (
            <SlotRow
              key={slot.time}
              date={date}
              slot={slot}
              onPress={(state) => void press(slot.time, state)}
            />
          ))}
        </ul>
      )}
      {day === undefined && !isLoading && <UnknownDay key={date} date={date} onPress={press} />}
      <div className={cx('row-2 wrap', styles.whole)}>
        {open.some(({ state }) => state === 'FREE') && (
          <Button variant="secondary" isLoading={isRunning} onClick={() => void changeDay(blockRange)}>
            하루 전체 차단
          </Button>
        )}
        {open.some(({ state }) => state === 'BLOCKED') && (
          <Button variant="secondary" isLoading={isRunning} onClick={() => void changeDay(unblockRange)}>
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
