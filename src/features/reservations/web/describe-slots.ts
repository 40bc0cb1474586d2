import type { SlotOption } from '#platform/web/ui/calendar/slot-picker.tsx';
import { isPastSlot } from '../contract/bookable-dates.ts';
import type { AvailableDay } from '../contract/reservations.ts';
import { defaultSlots, formatSlot, slotStart, type Slot } from '../contract/slots.ts';

export interface SlotChoice extends SlotOption {
  readonly value: Slot;
}

/** A date and slot of a meeting. */
export interface MeetingTime {
  readonly date: string;
  readonly time: Slot;
}

export const isSameMeeting = (one: MeetingTime, other: MeetingTime): boolean =>
  one.date === other.date && one.time === other.time;

interface SlotContext {
  readonly now: Date;
  readonly isLoading?: boolean;
  /** The current meeting of a reservation being moved. */
  readonly current?: MeetingTime;
}

const slotDisplays = {
  FREE: ['free', '예약 가능'],
  HELD: ['taken', '다른 분이 예약하고 있습니다'],
  TAKEN: ['taken', '예약 마감'],
  PAST: ['past', '예약 마감'],
  MINE: ['free', '잡아 둔 시간'],
} as const;

const describeState = (
  date: string,
  time: Slot,
  day: AvailableDay | undefined,
  { now, isLoading = false, current }: SlotContext,
): readonly [SlotChoice['state'], string] => {
  if (isPastSlot(date, time, now)) return ['past', '지난 시간'];
  if (current !== undefined && isSameMeeting(current, { date, time })) return ['current', '현재 예약'];
  const known = day?.slots.find((one) => one.time === time)?.state ?? 'FREE';
  return isLoading && known === 'FREE' ? ['free', '확인 중'] : slotDisplays[known];
};

const NOON = 12 * 60;
const EVENING = 18 * 60;

const partOfDay = (start: number): string => {
  if (start < NOON) return '오전';
  return start < EVENING ? '오후' : '저녁';
};

/** The slots of a date with their states. While a date is unknown, the default slots to come count as free: the server decides. */
export const describeSlots = (
  date: string,
  day: AvailableDay | undefined,
  moment: SlotContext,
): SlotChoice[] =>
  (day?.slots.map(({ time }) => time) ?? defaultSlots).map((value) => {
    const [state, stateLabel] = describeState(date, value, day, moment);
    return { value, label: formatSlot(value), state, stateLabel, group: partOfDay(slotStart(value)) };
  });

/** Whether visitors can book the time: only dates that they can book are in `days`. */
export const isBookable = (days: readonly AvailableDay[], { date, time }: MeetingTime): boolean =>
  days.some(
    (day) => day.date === date && day.slots.some((slot) => slot.time === time && slot.state === 'FREE'),
  );

/** Counts the free slots of a day at the current time. */
export const countFreeSlots = ({ date, slots }: AvailableDay, now: Date): number =>
  slots.filter(({ time, state }) => slotDisplays[state][0] === 'free' && !isPastSlot(date, time, now)).length;
