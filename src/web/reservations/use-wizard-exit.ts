import { useEffect } from 'react';
import { paths } from '#web/paths.ts';
import { giveBackHold, sendBackHold, takeHold, useSlotHold } from './slot-hold.ts';

const wizard: readonly string[] = [paths.reserveType(), paths.reserveDate(), paths.reserveForm()];

/** Holds the slot anew when the browser brings a page back from its cache. */
const takeAgain = ({ persisted }: PageTransitionEvent): void => {
  const hold = useSlotHold.getState();
  if (persisted && hold.kind === 'held') void takeHold(hold.slot);
};

/** Releases the held slot when the visitor leaves the booking steps or closes the tab; from step to step it stays. */
export const useWizardExit = (): void => {
  useEffect(() => {
    addEventListener('pagehide', sendBackHold);
    addEventListener('pageshow', takeAgain);
    return () => {
      removeEventListener('pagehide', sendBackHold);
      removeEventListener('pageshow', takeAgain);
      // A turn later the address is that of the next page.
      setTimeout(() => {
        if (!wizard.includes(location.pathname)) giveBackHold();
      });
    };
  }, []);
};
