import { useEffect } from 'react';
import { paths } from '#core/content/web/paths.ts';
import { releaseHold, releaseHoldOnServer, acquireHold, useSlotHold } from './slot-hold.ts';

const bookingPaths: readonly string[] = [paths.reserveType(), paths.reserveDate(), paths.reserveForm()];

/** Keeps a guest's hold while the browser visits a login provider, because the login takes it over. */
export const keepHoldOnExit = (): void => removeEventListener('pagehide', releaseHoldOnServer);

/** Holds the slot again when the browser restores the page from its back-forward cache. */
const reacquireHold = ({ persisted }: PageTransitionEvent): void => {
  addEventListener('pagehide', releaseHoldOnServer);
  const hold = useSlotHold.getState();
  if (persisted && hold.kind === 'held') void acquireHold(hold.slot);
};

/** Releases the held slot when the visitor leaves the booking steps, or closes or reloads the page; from step to step it stays. */
export const useReleaseOnExit = (): void => {
  useEffect(() => {
    addEventListener('pagehide', releaseHoldOnServer);
    addEventListener('pageshow', reacquireHold);
    return () => {
      removeEventListener('pagehide', releaseHoldOnServer);
      removeEventListener('pageshow', reacquireHold);
      // By then the address is that of the next page.
      setTimeout(() => {
        if (!bookingPaths.includes(location.pathname)) releaseHold();
      });
    };
  }, []);
};
