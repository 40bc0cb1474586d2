import { useEffect } from 'react';
import { useBlocker } from 'react-router';
import { askConfirm } from '../alert.tsx';
import { useTask } from '../use-task.ts';
import { addBeforeLeaveGuard } from './before-leave-guards.ts';

const confirmLeaving = (message: string): Promise<boolean> =>
  askConfirm({ message, confirmLabel: '나가기', isDanger: true });

/**
 * Asks for confirmation before the visitor leaves the page. Closing or reloading the tab shows the browser's own text; navigation to
 * another path and logout show `message`. Disabled when `message` is empty.
 */
export const useLeaveGuard = (message: string): void => {
  const isEnabled = message !== '';
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => isEnabled && currentLocation.pathname !== nextLocation.pathname,
  );

  useTask(blocker.state === 'blocked', async () => {
    if (await confirmLeaving(message)) blocker.proceed?.();
    else blocker.reset?.();
  });

  useEffect(() => {
    if (message === '') return;
    const warn = (event: BeforeUnloadEvent): void => event.preventDefault();
    addEventListener('beforeunload', warn);
    const removeGuard = addBeforeLeaveGuard(() => confirmLeaving(message));
    return () => {
      removeEventListener('beforeunload', warn);
      removeGuard();
    };
  }, [message]);
};
