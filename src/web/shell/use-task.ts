import { useEffect, useEffectEvent } from 'react';

/**
 * Runs `task` each time `isDue` becomes true. `gone` is aborted when it becomes false again or the component is gone. The
 * task starts in a turn of its own: the trial mount of React's strict mode runs nothing, and all that listens to a step
 * through the history has heard of it.
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
