import { useEffect, useEffectEvent } from 'react';

/**
 * Runs `task` each time `isDue` becomes true. `signal` is aborted when `isDue` becomes false or the component unmounts. The task
 * starts in a timeout, so that React's strict mode does not run it twice and all popstate listeners have run before it.
 */
export const useTask = (isDue: boolean, task: (signal: AbortSignal) => Promise<void>): void => {
  const run = useEffectEvent(task);
  useEffect(() => {
    if (!isDue) return undefined;
    const controller = new AbortController();
    const timer = setTimeout(() => void run(controller.signal));
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [isDue]);
};
