import { useEffect } from 'react';
import { reservationEndpoints } from '#contract/reservations.ts';
import { formatSlot, isPastSlot, slots } from '#contract/slots.ts';
import type { Slot } from '#contract/slots.ts';
import { useApiQuery } from '#web/api/queries.tsx';
import type { SlotOption } from '#web/ui/slot-picker.tsx';
import { reportQuietly } from './report-quietly.ts';

export interface SlotChoice extends SlotOption {
  readonly value: Slot;
}

/** The five times of a date as they stand. Where that cannot be learnt all are free to try, and the server decides. */
export const useSlotOptions = (date: string | null, now: Date) => {
  const { data, error, isPending } = useApiQuery(
    reservationEndpoints.bookedTimes,
    { query: { date: date ?? '' } },
    { enabled: date !== null },
  );
  useEffect(() => {
    if (error !== null) reportQuietly('booked times', error);
  }, [error]);

  const describe = (value: Slot): SlotChoice => {
    const label = formatSlot(value);
    if (date !== null && isPastSlot(date, value, now))
      return { value, label, state: 'past', stateLabel: '지난 시간' };
    if (data?.includes(value)) return { value, label, state: 'taken', stateLabel: '예약 마감' };
    return { value, label, state: 'free', stateLabel: isPending ? '확인 중' : '예약 가능' };
  };
  return { options: slots.map(describe), isLoading: isPending };
};
