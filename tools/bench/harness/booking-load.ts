import { formatBookingRequest } from '#tools/bench/baselines/speed-plan.ts';
import { tokenOf } from '#tools/bench/seeds/seed-speed.ts';
import type { Subject } from './comparison.ts';
import { newIp } from './http-client.ts';
import { generateLoad, formatRequest } from './load-generator.ts';

/** Number of concurrent clients. */
export const BOOKING_CLIENTS = 32;

interface BookingLoad {
  readonly base: string;
  /** Bookings per round. */
  readonly count: number;
  /** Deletes the bookings of the last round; where that is impossible, each round takes other slots. */
  readonly clear?: (() => Promise<void>) | null;
  /** Path of the baseline server that runs the booking statements without authentication; absent for the site's own API. */
  readonly path?: (n: number) => string;
}

/** Concurrent bookings, each by another member for another slot. */
export const createBookingBenchmark = ({ base, count, clear = null, path }: BookingLoad): Subject => {
  const url = new URL('/api/reservation', base);
  let taken = 0;
  const write = async (n: number): Promise<string> =>
    path === undefined
      ? formatBookingRequest(url, n, await tokenOf(n), newIp())
      : formatRequest(new URL(path(n), base));
  return {
    measure: async () => {
      if (clear !== null) {
        await clear();
        taken = 0;
      }
      const from = taken;
      const texts = await Promise.all(Array.from({ length: count }, (_, index) => write(from + index)));
      taken += count;
      const status = path === undefined ? 201 : 200;
      return generateLoad({ url, connections: BOOKING_CLIENTS, status, next: () => texts.pop() ?? null });
    },
  };
};
