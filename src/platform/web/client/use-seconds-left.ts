import { useSyncExternalStore } from 'react';
import { every } from './use-now.ts';

const everySecond = every(1_000);

/** Formats seconds as `9:59`. */
export const formatSeconds = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;

/** Whole seconds until `instant` (milliseconds since 1970), updated every second; 0 afterwards. */
export const useSecondsLeft = (instant: number): number => {
  const read = (): number => Math.max(0, Math.ceil((instant - Date.now()) / 1_000));
  return useSyncExternalStore(everySecond, read, read);
};
