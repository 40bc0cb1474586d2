import { useState } from 'react';
import type * as z from 'zod/mini';
import type { AdminReservation } from '#contract/admin-reservations.ts';
import type { CallInput } from '#contract/endpoint.ts';
import { scheduleEndpoints } from '#contract/schedule.ts';
import { browserApi } from '#web/api/browser-api.ts';
import { useAction } from '#web/shell/use-action.ts';

/** Formats the conflicting reservations that stay. */
export const formatKeptReservations = ({ collisions }: { readonly collisions: readonly unknown[] }): string =>
  collisions.length > 0 ? ` 예약 ${collisions.length}건은 그대로 두었습니다.` : '';

type SlotRangeQuery = CallInput<typeof scheduleEndpoints.findConflicts>['query'];

/** Blocks times in two steps: shows conflicting reservations first, then blocks everything except those. */
export const useBlockSlots = (schema: z.ZodMiniType, body: object) => {
  const { run, clearReport, isRunning, report } = useAction();
  const [collisions, setCollisions] = useState<readonly AdminReservation[] | null>(null);
  const [errors, setErrors] = useState<Readonly<Record<string, string | undefined>>>({});

  /** Clears errors and conflicts after a value has changed. */
  const reset = (): void => {
    setErrors({});
    setCollisions(null);
  };

  /** Whether the values are valid; shows their errors otherwise, instead of the last report. */
  const check = (): boolean => {
    clearReport();
    const issues = schema.safeParse(body).error?.issues ?? [];
    setErrors(Object.fromEntries(issues.map(({ path, message }) => [String(path[0]), message])));
    return issues.length === 0;
  };

  /** Saves despite conflicting reservations. */
  const save = async (request: () => Promise<string>): Promise<boolean> => {
    const outcome = await run(request);
    if (outcome?.tone !== 'success') return false;
    setCollisions(null);
    return true;
  };

  /** Saves valid values if there are no conflicts; otherwise shows the conflicts. */
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
