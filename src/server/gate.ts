import { refuseExcess } from './refuse-excess.ts';

/** Lets `width` works run at once and `queue` wait; the next is refused at once instead of waiting without end. */
export const createGate = (width: number, queue: number) => {
  const waiting: (() => void)[] = [];
  let running = 0;

  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running >= width) {
      if (waiting.length >= queue) throw refuseExcess();
      // Whoever ends hands its place over, so `running` stays as it is.
      await new Promise<void>((admit) => waiting.push(admit));
    } else {
      running += 1;
    }
    try {
      return await work();
    } finally {
      const admitNext = waiting.shift();
      if (admitNext === undefined) running -= 1;
      else admitNext();
    }
  };
};
