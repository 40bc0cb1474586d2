import { useEffect, useEffectEvent } from 'react';

/**
 * Runs `task` each time `isDue` becomes true. `gone` is aborted when it becomes false again or the component is gone. The
 * task starts one turn later, so that the trial mount of React's strict mode runs nothing.
 */
export const useTask = (isDue: boolean, task: (gone: AbortSignal) => Promise<void>): void => {
  const run = useEffectEvent(task);
  useEffect(() => {
    if (!isDue) return undefined;
    const controller = new AbortController();
    const start = async (): Promise<void> => {
      await Promise.resolve();
      if (!controller.signal.aborted) await run(controller.signal);
    };
    void start();
    return () => controller.abort();
  }, [isDue]);
};
