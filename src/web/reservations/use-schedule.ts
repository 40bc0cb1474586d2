import { startTransition, useOptimistic, useRef } from 'react';
import { scheduleEndpoints } from '#contract/schedule.ts';
import type { ScheduleDay } from '#contract/schedule.ts';
import { reservationEndpoints } from '#contract/reservations.ts';
import type { Slot } from '#contract/slots.ts';
import { messageOf } from '#web/api/api.ts';
import { browserApi } from '#web/api/browser-api.ts';
import { invalidateQueries, useApiQuery } from '#web/api/queries.ts';
import { showAlert } from '#web/shell/alert.tsx';

const FAILED = '처리 중 오류가 발생했습니다.';

interface Press {
  readonly date: string;
  readonly time: Slot;
  readonly state: 'BLOCKED' | 'FREE';
}

const applyPress = (
  days: ScheduleDay[] | undefined,
  { date, time, state }: Press,
): ScheduleDay[] | undefined =>
  days?.map((day) =>
    day.date === date
      ? {
          ...day,
          slots: day.slots.map((slot) => (slot.time === time ? { ...slot, state, closureId: null } : slot)),
        }
      : day,
  );

const send = ({ date, time, state }: Press): Promise<unknown> => {
  const blocked = { date, timeSlot: time };
  return state === 'BLOCKED'
    ? browserApi.call(scheduleEndpoints.blockTime, { body: blocked })
    : browserApi.call(scheduleEndpoints.unblockTime, { query: {}, body: blocked });
};

export const refreshSchedule = async (): Promise<void> => {
  await Promise.all([scheduleEndpoints.schedule, reservationEndpoints.availability].map(invalidateQueries));
};

/**
 * A month of the studio's calendar. A press shows at once and is taken back when the server refuses; presses are sent one
 * after another, so that two on the same slot cannot overtake each other.
 */
export const useSchedule = (month: string) => {
  const { data, error, isPending, refetch } = useApiQuery(scheduleEndpoints.schedule, { query: { month } });
  const [days, showPress] = useOptimistic(data, applyPress);
  const last = useRef<Promise<unknown>>(Promise.resolve());

  const press = (next: Press): void => {
    const previous = last.current;
    const sendInTurn = async (): Promise<void> => {
      await previous;
      try {
        await send(next);
      } catch (failure) {
        void showAlert(messageOf(failure, FAILED));
      }
    };
    const sent = sendInTurn();
    last.current = sent;
    startTransition(async () => {
      showPress(next);
      await sent;
      await refreshSchedule();
    });
  };

  return { days, error, isPending, reload: () => void refetch(), press };
};
export type Schedule = ReturnType<typeof useSchedule>;
