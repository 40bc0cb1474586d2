import { isDeepStrictEqual } from 'node:util';
import pg from 'pg';
import type { AvailableDay } from '#features/reservations/contract/reservations.ts';
import type { TokenPair } from '#platform/contract/sessions.ts';
import { loginIdOf, PASSWORD } from '#tools/bench/seeds/seed-logins.ts';
import { meetingTimeOf, tokenOf } from '#tools/bench/seeds/seed-speed.ts';
import { bookingOf, clearBookings } from './speed-plan.ts';

interface CheckedServers {
  readonly ours: string;
  readonly plain: string;
  readonly databaseUrl: string;
  /** Paths that both answer alike. */
  readonly paths: readonly string[];
  readonly availabilityPath: string;
}

const assert = (isTrue: boolean, text: string): void => {
  if (!isTrue) throw new Error(`the plain server ${text}`);
};

const read = async (base: string, path: string): Promise<Buffer> => {
  const response = await fetch(new URL(path, base));
  if (!response.ok) throw new Error(`${path} returned ${response.status}`);
  return Buffer.from(await response.arrayBuffer());
};

const post = (url: URL, body: object, token = ''): Promise<Response> =>
  fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify(body),
  });

const countBookings = async (databaseUrl: string): Promise<unknown> => {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const { date, time } = meetingTimeOf(0);
  const { rows } = await client.query(
    `select count(*)::int as count from reservations r
     join slot_claims c on c.reservation_id = r.id and c.date = r.date and c.slot = r.slot
     where r.date = $1 and r.slot = $2 and r.state = 'BOOKED' and c.kind = 'BOOKED'`,
    [date, time],
  );
  await client.end();
  return rows;
};

/** Throws unless the plain server does the work that it is compared by. Both servers share a database without bookings. */
export const checkPlainServer = async ({
  ours,
  plain,
  databaseUrl,
  paths,
  availabilityPath,
}: CheckedServers): Promise<void> => {
  for (const path of paths) {
    const [one, other] = await Promise.all([read(ours, path), read(plain, path)]);
    const isSame = path.startsWith('/api/')
      ? isDeepStrictEqual(JSON.parse(one.toString()), JSON.parse(other.toString()))
      : one.equals(other);
    assert(isSame, `answers ${path} differently`);
  }
  const slotsOf = (text: Buffer) =>
    (JSON.parse(text.toString()) as AvailableDay[]).map(({ date, slots }) => ({ date, slots }));
  const [one, other] = await Promise.all(
    [ours, plain].map((base) => read(base, availabilityPath).then(slotsOf)),
  );
  assert(isDeepStrictEqual(one, other), `answers ${availabilityPath} differently`);

  const bookings = new URL('/api/reservation', plain);
  const statuses: number[] = [];
  for (const member of [0, 1])
    statuses.push((await post(bookings, bookingOf(0), await tokenOf(member))).status);
  assert(isDeepStrictEqual(statuses, [201, 409]), `answers two bookings of a slot with ${statuses.join()}`);
  assert(isDeepStrictEqual(await countBookings(databaseUrl), [{ count: 1 }]), 'does not insert a booking');
  assert((await post(bookings, bookingOf(1), 'a.b.c')).status === 401, 'accepts a forged token');
  await clearBookings(databaseUrl);

  const login = await post(new URL('/api/auth/login', plain), { loginId: loginIdOf(0), password: PASSWORD });
  const { accessToken } = (await login.json()) as TokenPair;
  const headers = { authorization: `Bearer ${accessToken}` };
  const { ok: isSession } = await fetch(new URL('/api/reservation/my', ours), { headers });
  assert(isSession, 'creates no session that the site accepts');
};
