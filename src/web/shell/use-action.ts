import { useState } from 'react';
import { ApiError, messageOf } from '#web/api/api.ts';

export interface ActionReport {
  readonly tone: 'success' | 'error';
  readonly text: string;
}

/** Runs one action at a time and reports its outcome. `refresh` runs after each, failed ones too: the data may have changed. */
export const useAction = (refresh?: () => Promise<void>) => {
  const [isRunning, setIsRunning] = useState(false);
  const [report, setReport] = useState<ActionReport | null>(null);

  /** `action` returns the text of its success, or null when there is nothing to report. */
  const run = async (action: () => Promise<string | null>): Promise<ActionReport | null> => {
    if (isRunning) return null;
    setIsRunning(true);
    setReport(null);
    let next: ActionReport | null;
    try {
      const text = await action();
      next = text === null ? null : { tone: 'success', text };
    } catch (error) {
      const field = error instanceof ApiError ? Object.values(error.fields)[0] : undefined;
      next = { tone: 'error', text: field ?? messageOf(error) };
    }
    await refresh?.();
    setReport(next);
    setIsRunning(false);
    return next;
  };

  return { run, clearReport: () => setReport(null), isRunning, report };
};
