import { newIp } from './http-client.ts';
import type { Subject } from './comparison.ts';
import { generateLoad, writeRequest } from './load-generator.ts';
import { tokenOf } from '#tools/bench/seeds/seed-speed.ts';
import { writeBookingRequest } from '#tools/bench/baselines/speed-plan.ts';

/** So many clients at once. */
export const BOOKING_CLIENTS = 32;

interface BookingLoad {
  readonly base: string;
  /** How many in each round. */
  readonly count: number;
  /** Empties what bookings fill; where nothing can be emptied each round takes other slots. */
  readonly clear?: (() => Promise<void>) | null;
  /** Where the bare statements are asked for, whoever asks; absent for the site's own bookings. */
  readonly path?: (n: number) => string;
}

/** Bookings at once, each by a member of its own at a slot of its own. */
export const bookingSubject = ({ base, count, clear = null, path }: BookingLoad): Subject => {
  const url = new URL('/api/reservation', base);
  let taken = 0;
  const write = async (n: number): Promise<string> =>
    path === undefined
      ? writeBookingRequest(url, n, await tokenOf(n), newIp())
      : writeRequest(new URL(path(n), base));
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
