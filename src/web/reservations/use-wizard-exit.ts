import { useEffect } from 'react';
import { paths } from '#web/paths.ts';
import { giveBackHold, giveBackOnClose } from './slot-hold.ts';

const wizard: readonly string[] = [paths.reserveType(), paths.reserveDate(), paths.reserveForm()];

/** Gives the held slot back when the visitor goes elsewhere or closes the tab; from step to step it stays. */
export const useWizardExit = (): void => {
  useEffect(() => {
    const stop = giveBackOnClose();
    return () => {
      stop();
      // A turn later the address is that of the next page.
      setTimeout(() => {
        if (!wizard.includes(location.pathname)) giveBackHold();
      });
    };
  }, []);
};
