import { useEffect } from 'react';
import { useBlocker } from 'react-router';
import { askConfirm } from '#web/shell/alert.tsx';

/** While it is on, whoever leaves the page is asked first, by the browser or, within the site, with these words. */
export const useLeaveGuard = (isOn: boolean, message: string): void => {
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
      const isLeaving = await askConfirm({ message, confirmLabel: '나가기', isDanger: true });
      if (isLeaving) blocker.proceed();
      else blocker.reset();
    };
    void ask();
    return () => {
      isGone = true;
    };
  }, [blocker, message]);

  useEffect(() => {
    if (!isOn) return;
    const warn = (event: BeforeUnloadEvent): void => event.preventDefault();
    addEventListener('beforeunload', warn);
    return () => removeEventListener('beforeunload', warn);
  }, [isOn]);
};
