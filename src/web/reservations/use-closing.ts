import { useState } from 'react';
import type { AdminReservation } from '#contract/admin-reservations.ts';
import type { CallInput } from '#contract/endpoint.ts';
import { scheduleEndpoints } from '#contract/schedule.ts';
import { messageOf } from '#web/api/api.ts';
import { browserApi } from '#web/api/browser-api.ts';
import { refreshSchedule } from './use-schedule.ts';

const FAILED = '처리 중 오류가 발생했습니다.';

interface Report {
  readonly tone: 'success' | 'error';
  readonly text: string;
}

/** What was in the way and stays as it is. */
export const sayKept = ({ collisions }: { readonly collisions: readonly unknown[] }): string =>
  collisions.length > 0 ? ` 예약 ${collisions.length}건은 그대로 두었습니다.` : '';

type Reach = CallInput<typeof scheduleEndpoints.findCollisions>['query'];

/** Closes times in two steps: first the bookings in the way are shown, then all but those is closed. */
export const useClosing = () => {
  const [isWorking, setIsWorking] = useState(false);
  const [collisions, setCollisions] = useState<readonly AdminReservation[] | null>(null);
  const [report, setReport] = useState<Report | null>(null);

  /** Runs one change and says what came of it. */
  const save = async (work: () => Promise<string>): Promise<boolean> => {
    setIsWorking(true);
    setReport(null);
    let next: Report;
    try {
      next = { tone: 'success', text: await work() };
      setCollisions(null);
    } catch (error) {
      next = { tone: 'error', text: messageOf(error, FAILED) };
    }
    await refreshSchedule();
    setReport(next);
    setIsWorking(false);
    return next.tone === 'success';
  };

  /** True when nothing is in the way; otherwise it is shown. */
  const isClear = async (query: Reach): Promise<boolean> => {
    setIsWorking(true);
    setReport(null);
    setCollisions(null);
    try {
      const found = await browserApi.call(scheduleEndpoints.findCollisions, { query });
      if (found.length > 0) setCollisions(found);
      return found.length === 0;
    } catch (error) {
      setReport({ tone: 'error', text: messageOf(error, FAILED) });
      return false;
    } finally {
      setIsWorking(false);
    }
  };

  return { collisions, dropCollisions: () => setCollisions(null), isClear, isWorking, report, save };
};
