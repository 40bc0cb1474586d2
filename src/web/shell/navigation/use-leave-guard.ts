import { useEffect } from 'react';
import { useBlocker } from 'react-router';
import { askConfirm } from '#web/shell/alert.tsx';
import { addBeforeLeaveGuard } from './before-leave-guards.ts';
import { useTask } from '#web/shell/use-task.ts';

const askToLeave = (message: string): Promise<boolean> =>
  askConfirm({ message, confirmLabel: '나가기', isDanger: true });

/**
 * Asks before the page is left: by the browser's dialog or, within the site and before a logout, with this text. Empty while there is
 * nothing to lose.
 */
export const useLeaveGuard = (message: string): void => {
  const isOn = message !== '';
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => isOn && currentLocation.pathname !== nextLocation.pathname,
  );

  useTask(blocker.state === 'blocked', async () => {
    if (await askToLeave(message)) blocker.proceed?.();
    else blocker.reset?.();
  });

  useEffect(() => {
    if (message === '') return;
    const warn = (event: BeforeUnloadEvent): void => event.preventDefault();
    addEventListener('beforeunload', warn);
    const removeCheck = addBeforeLeaveGuard(() => askToLeave(message));
    return () => {
      removeEventListener('beforeunload', warn);
      removeCheck();
    };
  }, [message]);
};
