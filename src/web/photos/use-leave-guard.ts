import { useEffect } from 'react';
import { useBlocker } from 'react-router';
import { askConfirm } from '#web/shell/alert.tsx';
import { addLeaveCheck } from '#web/shell/leave-checks.ts';

const askToLeave = (message: string): Promise<boolean> =>
  askConfirm({ message, confirmLabel: '나가기', isDanger: true });

/**
 * Whoever leaves the page is asked first: by the browser or, within the site and before a logout, with these words. Empty
 * while there is nothing to ask.
 */
export const useLeaveGuard = (message: string): void => {
  const isOn = message !== '';
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => isOn && currentLocation.pathname !== nextLocation.pathname,
  );

  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    let isGone = false;
    const ask = async (): Promise<void> => {
      // A turn later: what React only tries out in development asks nothing.
      await Promise.resolve();
      if (isGone) return;
      const isLeaving = await askToLeave(message);
      if (isLeaving) blocker.proceed();
      else blocker.reset();
    };
    void ask();
    return () => {
      isGone = true;
    };
  }, [blocker, message]);

  useEffect(() => {
    if (message === '') return;
    return addLeaveCheck(() => askToLeave(message));
  }, [message]);

  useEffect(() => {
    if (!isOn) return;
    const warn = (event: BeforeUnloadEvent): void => event.preventDefault();
    addEventListener('beforeunload', warn);
    return () => removeEventListener('beforeunload', warn);
  }, [isOn]);
};
