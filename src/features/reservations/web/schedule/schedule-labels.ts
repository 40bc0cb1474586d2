import { isoWeekday } from '#platform/contract/seoul-time.ts';
import type { CalendarDay } from '#platform/web/ui/calendar/calendar.tsx';
import { reservationStateLabels } from '../../contract/reservation-states.ts';
import type { ScheduleDay } from '../../contract/schedule.ts';
import { nameDay } from '../day-label.ts';

export type ScheduleSlot = ScheduleDay['slots'][number];
export type SlotState = ScheduleSlot['state'];

const slotStates = ['BOOKED', 'BLOCKED', 'HELD', 'FREE'] as const;

export const slotStateLabels: Readonly<Record<SlotState, string>> = {
  BOOKED: reservationStateLabels.BOOKED,
  BLOCKED: '차단됨',
  HELD: '예약 진행 중',
  FREE: '예약 가능',
};

/** The state of a slot without a reservation. */
export const formatSlotState = ({ state, isPast, isCancelled, closureId, note }: ScheduleSlot): string => {
  if (state === 'FREE' && isPast && isCancelled) return '취소된 예약';
  if (state === 'BLOCKED')
    return ['차단됨', closureId === null ? note : '정기 휴무'].filter(Boolean).join(' · ');
  if (state === 'HELD') return '회원이 예약 정보를 입력하고 있습니다';
  return isPast ? '지난 시간' : slotStateLabels[state];
};

/** `예약 확정 2, 차단됨 1, 예약 가능 2`. Past slots without a reservation are counted as 지난 시간. */
export const formatStateCounts = ({ slots }: Pick<ScheduleDay, 'slots'>): string => {
  const isOver = ({ state, isPast }: ScheduleSlot): boolean => isPast && state !== 'BOOKED';
  const counts = slotStates.map((state) => {
    const count = slots.filter((slot) => slot.state === state && !isOver(slot)).length;
    return [slotStateLabels[state], count] as const;
  });
  return [...counts, ['지난 시간', slots.filter(isOver).length] as const]
    .filter(([, count]) => count > 0)
    .map(([label, count]) => `${label} ${count}`)
    .join(', ');
};

/** `월요일` for 1, `일요일` for 7. */
export const formatWeekday = (weekday: number): string => `${'월화수목금토일'.charAt(weekday - 1)}요일`;

/** `월요일 정기 휴무` for a day that weekly closures close; undefined for others. */
export const formatClosure = ({ date, slots }: ScheduleDay): string | undefined =>
  slots.length > 0 && slots.every(({ closureId }) => closureId !== null)
    ? `${formatWeekday(isoWeekday(date))} 정기 휴무`
    : undefined;

/** The accessible name of a day with its holiday and states. */
export const formatScheduleDayLabel = (
  { date, isToday, isSelected }: Omit<CalendarDay, 'isDisabled'>,
  day: ScheduleDay | undefined,
): string =>
  [
    nameDay(date),
    day?.holiday,
    isToday && '오늘',
    isSelected && '선택됨',
    day !== undefined && formatClosure(day),
    day !== undefined && formatStateCounts(day),
  ]
    .filter(Boolean)
    .join(', ');
