import { useMemo, useSyncExternalStore } from 'react';

const TICK_MS = 30_000;

export const every = (milliseconds: number) => (update: () => void) => {
  const timer = setInterval(update, milliseconds);
  return (): void => clearInterval(timer);
};
const everyTick = every(TICK_MS);
const tickOf = (time: number): number => Math.floor(time / TICK_MS);
const readTick = (): number => tickOf(Date.now());

/**
 * The current time in steps of 30 s, because slots begin and days end while the page is open. Returns the same object until the next step.
 * During hydration it is `renderedAt`, in milliseconds: when the server rendered the page.
 */
export const useNow = (renderedAt?: number): Date => {
  const readFirst = renderedAt === undefined ? readTick : () => tickOf(renderedAt);
  const tick = useSyncExternalStore(everyTick, readTick, readFirst);
  return useMemo(() => new Date(tick * TICK_MS), [tick]);
};
