import { startTransition, useOptimistic, useRef } from 'react';
import { showAlert } from '#platform/web/client/alert.tsx';
import { messageOf } from '#platform/web/client/api/api.ts';
import { browserApi } from '#platform/web/client/api/browser-api.ts';
import { dataReloaded, reloadData } from '#platform/web/client/api/data-changes.ts';
import { useApiQuery } from '#platform/web/client/api/queries.ts';
import { scheduleEndpoints, type ScheduleDay } from '../../contract/schedule.ts';
import type { MeetingTime } from '../describe-slots.ts';

type SlotChange = MeetingTime & { readonly state: 'BLOCKED' | 'FREE' };

const applySlotChange = (
  days: ScheduleDay[] | undefined,
  { date, time, state }: SlotChange,
): ScheduleDay[] | undefined =>
  days?.map((day) =>
    day.date === date
      ? {
          ...day,
          slots: day.slots.map((slot) =>
            slot.time === time ? { ...slot, state, closureId: null, note: '' } : slot,
          ),
        }
      : day,
  );

const send = ({ date, time, state }: SlotChange): Promise<unknown> => {
  const body = { date, timeSlot: time };
  return state === 'BLOCKED'
    ? browserApi.call(scheduleEndpoints.blockTime, { body })
    : browserApi.call(scheduleEndpoints.unblockTime, { query: {}, body });
};

/** Runs changes one after the other. A failure is shown and reloads the schedule. Resolves to whether the change succeeded. */
export const useChangesInTurn = () => {
  const last = useRef<Promise<unknown>>(Promise.resolve());
  return (change: () => Promise<unknown>): Promise<boolean> => {
    const previous = last.current;
    const runInTurn = async (): Promise<boolean> => {
      await previous;
      try {
        await change();
        return true;
      } catch (failure) {
        void reloadData(scheduleEndpoints.blockTime.changes);
        void showAlert(messageOf(failure));
        return false;
      }
    };
    const done = runInTurn();
    last.current = done;
    return done;
  };
};

export const describeScheduleFailure = (error: unknown): string =>
  messageOf(error, scheduleEndpoints.schedule.failed);

/**
 * A month of the studio's calendar. A press shows at once and is undone when it fails; presses are sent in order. `press` resolves
 * to whether the server confirmed it.
 */
export const useSchedule = (month: string) => {
  const { data, error, isPending, errorUpdateCount, refetch } = useApiQuery(scheduleEndpoints.schedule, {
    query: { month },
  });
  // A query without data is pending again while it is refetched.
  const isLoading = isPending && errorUpdateCount === 0;
  const [days, showPress] = useOptimistic(data, applySlotChange);
  const changeInTurn = useChangesInTurn();

  const press = (next: SlotChange): Promise<boolean> => {
    const sent = changeInTurn(() => send(next));
    startTransition(async () => {
      showPress(next);
      await sent;
      await dataReloaded();
    });
    return sent;
  };

  return {
    days,
    error,
    isLoading,
    hasFailed: error !== null || (days === undefined && !isLoading),
    reload: () => void refetch(),
    press,
  };
};
