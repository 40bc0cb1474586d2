import { useSyncExternalStore } from 'react';

const TICK_MS = 30_000;

const everyTick = (renew: () => void): (() => void) => {
  const timer = setInterval(renew, TICK_MS);
  return () => clearInterval(timer);
};
const readTick = (): number => Math.floor(Date.now() / TICK_MS);

/** The current time in steps of 30 s, because slots begin and days end while the page is open. */
export const useNow = (): Date => new Date(useSyncExternalStore(everyTick, readTick, readTick) * TICK_MS);
