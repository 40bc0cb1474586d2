import { useEffect, useEffectEvent } from 'react';

/**
 * Runs `task` each time `isDue` becomes true. `gone` is aborted when it becomes false or the component unmounts. The task starts
 * asynchronously, so that the extra mount of React's strict mode runs nothing and history listeners have been called.
 */
export const useTask = (isDue: boolean, task: (gone: AbortSignal) => Promise<void>): void => {
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
