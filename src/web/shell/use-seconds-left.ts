import { useSyncExternalStore } from 'react';

const secondsUntil = (moment: number): number => Math.max(0, Math.ceil((moment - Date.now()) / 1_000));

const everySecond = (renew: () => void): (() => void) => {
  const timer = setInterval(renew, 1_000);
  return () => clearInterval(timer);
};

/** Whole seconds until a time in milliseconds since 1970, updated every second; 0 afterwards. */
export const useSecondsLeft = (moment: number): number => {
  const read = (): number => secondsUntil(moment);
  return useSyncExternalStore(everySecond, read, read);
};
