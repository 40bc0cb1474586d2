import { useState } from 'react';
import type { CallInput, Endpoint, ResponseOf } from '../../contract/endpoint.ts';
import { ApiError, firstMessageOf } from './api/api.ts';
import { browserApi } from './api/browser-api.ts';
import { dataReloaded, reloadData } from './api/data-changes.ts';

export interface ActionReport {
  readonly tone: 'success' | 'error';
  readonly text: string;
}

/**
 * Runs one action at a time and reports its outcome. After a success the report waits for the reload of the data that the action changed.
 * After a failed call the data that it changes is reloaded, because the screen may be out of date. `reloadsAfterFailure: false` prevents
 * that, for example in a list whose reload would remove the row of the failed action.
 */
export const useAction = ({ reloadsAfterFailure = true } = {}) => {
  const [isRunning, setIsRunning] = useState(false);
  const [report, setReport] = useState<ActionReport | null>(null);

  /** `action` returns the text of its success, or nothing when there is nothing to report. */
  const run = async (action: () => Promise<string | null | void>): Promise<ActionReport | null> => {
    if (isRunning) return null;
    setIsRunning(true);
    setReport(null);
    let next: ActionReport | null;
    try {
      const text = (await action()) ?? null;
      await dataReloaded();
      next = text === null ? null : { tone: 'success', text };
    } catch (error) {
      if (reloadsAfterFailure && error instanceof ApiError) void reloadData(error.call.changes);
      next = { tone: 'error', text: firstMessageOf(error) };
    }
    setReport(next);
    setIsRunning(false);
    return next;
  };

  /** Calls the endpoint. `describe` returns the text of its success; without it only a failure is reported. */
  const send = <E extends Endpoint>(
    endpoint: E,
    input: CallInput<E>,
    describe?: (response: ResponseOf<E>) => string,
  ): Promise<ActionReport | null> =>
    run(async () => {
      const response = await browserApi.call(endpoint, input);
      return describe?.(response);
    });

  return { run, send, clearReport: () => setReport(null), isRunning, report };
};
