import { useState } from 'react';
import type { CallInput, Endpoint } from '#contract/endpoint.ts';
import { ApiError, messageOf } from '#web/api/api.ts';
import { browserApi } from '#web/api/browser-api.ts';
import { refreshBookings } from './admin-refresh.ts';

const FAILED = '처리 중 오류가 발생했습니다.';

export interface Report {
  readonly tone: 'success' | 'error';
  readonly text: string;
}

/** One change of a booking at a time; whatever comes of it, what is shown is read again: another may have been quicker. */
export const useAdminChange = () => {
  const [isChanging, setIsChanging] = useState(false);
  const [report, setReport] = useState<Report | null>(null);

  const change = async <E extends Endpoint>(
    endpoint: E,
    input: CallInput<E>,
    success: string,
  ): Promise<boolean> => {
    if (isChanging) return false;
    setIsChanging(true);
    setReport(null);
    let next: Report = { tone: 'success', text: success };
    try {
      await browserApi.call(endpoint, input);
    } catch (error) {
      const field = error instanceof ApiError ? Object.values(error.fields)[0] : undefined;
      next = { tone: 'error', text: field ?? messageOf(error, FAILED) };
    }
    await refreshBookings();
    setReport(next);
    setIsChanging(false);
    return next.tone === 'success';
  };

  return { change, forget: () => setReport(null), isChanging, report };
};
