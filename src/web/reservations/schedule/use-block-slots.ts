import { useState } from 'react';
import type * as z from 'zod/mini';
import type { AdminReservation } from '#contract/admin-reservations.ts';
import type { CallInput } from '#contract/endpoint.ts';
import { scheduleEndpoints } from '#contract/schedule.ts';
import { browserApi } from '#web/api/browser-api.ts';
import { invalidateReservations } from '#web/reservations/admin/invalidate-reservations.ts';
import { useAction } from '#web/reservations/use-action.ts';

/** Names the bookings that were in the way and stay. */
export const formatKeptReservations = ({ collisions }: { readonly collisions: readonly unknown[] }): string =>
  collisions.length > 0 ? ` 예약 ${collisions.length}건은 그대로 두었습니다.` : '';

type SlotRangeQuery = CallInput<typeof scheduleEndpoints.findConflicts>['query'];

/** A form that blocks times in two steps: shows the bookings in the way first, then blocks everything but those. */
export const useBlockSlots = (schema: z.ZodMiniType, body: object) => {
  const { run, isRunning, report } = useAction(invalidateReservations);
  const [collisions, setCollisions] = useState<readonly AdminReservation[] | null>(null);
  const [errors, setErrors] = useState<Readonly<Record<string, string | undefined>>>({});

  /** Clears errors and bookings, once a value has changed. */
  const reset = (): void => {
    setErrors({});
    setCollisions(null);
  };

  /** Whether the values are valid; shows their errors otherwise. */
  const check = (): boolean => {
    const issues = schema.safeParse(body).error?.issues ?? [];
    setErrors(Object.fromEntries(issues.map(({ path, message }) => [String(path[0]), message])));
    return issues.length === 0;
  };

  /** Saves even when bookings are in the way. */
  const save = async (request: () => Promise<string>): Promise<boolean> => {
    const outcome = await run(request);
    if (outcome?.tone !== 'success') return false;
    setCollisions(null);
    return true;
  };

  /** Saves valid values when no booking is in the way; otherwise shows the bookings. */
  const saveIfClear = async (query: SlotRangeQuery, request: () => Promise<string>): Promise<boolean> => {
    if (!check()) return false;
    setCollisions(null);
    const outcome = await run(async () => {
      const found = await browserApi.call(scheduleEndpoints.findConflicts, { query });
      if (found.length === 0) return request();
      setCollisions(found);
      return null;
    });
    return outcome?.tone === 'success';
  };

  return { check, collisions, errors, isRunning, report, reset, save, saveIfClear };
};
export type BlockSlots = ReturnType<typeof useBlockSlots>;
