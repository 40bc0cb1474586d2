import type { CalendarDay } from '#platform/web/ui/calendar/calendar.tsx';
import { reservationStateLabels } from '../../contract/reservation-states.ts';
import type { ScheduleDay } from '../../contract/schedule.ts';
import { nameDay } from '../day-label.ts';

export type ScheduleSlot = ScheduleDay['slots'][number];
export type SlotState = ScheduleSlot['state'];

export const slotStates = ['BOOKED', 'BLOCKED', 'HELD', 'FREE'] as const;

export const slotStateLabels: Readonly<Record<SlotState, string>> = {
  BOOKED: reservationStateLabels.BOOKED,
  BLOCKED: '차단됨',
  HELD: '예약 진행 중',
  FREE: '예약 가능',
};

/** How a slot is marked: by its state and, once it is past, by what became of its reservation. */
export const slotMarks = ['BOOKED', 'COMPLETED', 'NO_SHOW', 'CANCELLED', 'BLOCKED', 'HELD', 'FREE'] as const;
export type SlotMarkKind = (typeof slotMarks)[number];

export const slotMarkLabels: Readonly<Record<SlotMarkKind, string>> = {
  ...slotStateLabels,
  ...reservationStateLabels,
};

export const markOf = ({ state, isPast, isCancelled, reservation }: ScheduleSlot): SlotMarkKind => {
  if (reservation !== null) return reservation.state;
  return state === 'FREE' && isPast && isCancelled ? 'CANCELLED' : state;
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

/** The accessible name of a day with its holiday and states. `mark`: the text that its button shows below the number. */
export const formatScheduleDayLabel = (
  date: string,
  day: ScheduleDay | undefined,
  { isToday, isSelected }: Pick<CalendarDay, 'isToday' | 'isSelected'>,
  mark?: string,
): string =>
  [
    nameDay(date, mark),
    day?.holiday,
    isToday && '오늘',
    isSelected && '선택됨',
    day !== undefined && formatStateCounts(day),
  ]
    .filter(Boolean)
    .join(', ');
