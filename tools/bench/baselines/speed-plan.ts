import pg from 'pg';
import { normalizeLoginId } from '#core/auth/server/login/normalize-login-id.ts';
import { hashPassword } from '#core/auth/server/login/password-hashing.ts';
import { hashRefreshToken } from '#core/auth/server/sessions/refresh-session.ts';
import type { Reservation } from '#features/reservations/contract/reservations.ts';
import { slotWindow } from '#features/reservations/server/schedule/claim.ts';
import type { TokenPair } from '#platform/contract/sessions.ts';
import { formatRequest } from '#tools/bench/harness/load-generator.ts';
import { loginIdOf, loginMemberId, PASSWORD } from '#tools/bench/seeds/seed-logins.ts';
import * as data from '#tools/bench/seeds/seed-speed.ts';
import { recordStatements, type RecordedRequest, type Variable } from './recorded-statements.ts';

/** Paths of the benchmarked lists; `mine` is requested by a signed-in member. */
export const listPaths = {
  questions: '/api/question?limit=20',
  availability: `/api/reservation/availability?month=${data.blockedMonth}`,
  photos: '/api/photo/category-detail/WEDDING',
  mine: '/api/reservation/my?limit=20',
} as const;
export type ListName = keyof typeof listPaths;

/** Request body of the n-th booking. */
export const bookingOf = (n: number) => ({
  shootType: 'WEDDING',
  ...data.meetingTimeOf(n),
  desiredShootDate: '내년 봄, 평일 오전',
  location: '서울숲',
  notes: '두 사람입니다.',
});

export const idempotencyKeyOf = (n: number): string => `bench-${n}`;

export const formatBookingRequest = (url: URL, n: number, token: string, ip: string): string =>
  formatRequest(url, {
    method: 'POST',
    token,
    headers: { 'x-forwarded-for': ip, 'idempotency-key': idempotencyKeyOf(n) },
    body: bookingOf(n),
  });

export interface SpeedPlan {
  readonly firstDate: string;
  /** Number of members who log in; all share one password. */
  readonly logins: number;
  readonly hash: { readonly stored: string; readonly password: string };
  /** The password is verified before the transaction of `login`. */
  readonly statements: Readonly<Record<ListName | 'book' | 'login', RecordedRequest>>;
}

/** Values that differ between logins, taken from the login response. */
const loginVariables = ({ accessToken, refreshToken }: TokenPair): Map<string, Variable> => {
  const [, payload = ''] = accessToken.split('.');
  const { sid } = JSON.parse(Buffer.from(payload, 'base64url').toString()) as { sid: string };
  return new Map<string, Variable>([
    [normalizeLoginId(loginIdOf(0)), 'loginId'],
    [loginMemberId(0), 'loginMember'],
    [sid, 'newSession'],
    [hashRefreshToken(refreshToken).toString('hex'), 'newToken'],
  ]);
};

export const clearBookings = async (databaseUrl: string): Promise<void> => {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  for (const statement of data.CLEAR_SQL.split(';'))
    if (statement.trim() !== '') await client.query(statement);
  await client.end();
};

/** Records the database statements of each benchmarked request, for the baselines to replay without the site. */
export const recordSpeedPlan = async (databaseUrl: string): Promise<SpeedPlan> => {
  const n = data.READER_INDEX;
  const authorization = `Bearer ${await data.tokenOf(n)}`;
  const from = (path: string) => new URL(path, 'http://storm.example');
  const list = (path: string) => ({ request: new Request(from(path)) });
  // Uses the last slot of all, which no booking of a round takes.
  const body = { ...bookingOf(n), date: data.meetingTimeOf(n).date };
  const book = new Request(from('/api/reservation'), {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json', 'idempotency-key': idempotencyKeyOf(n) },
    body: JSON.stringify(body),
  });
  const login = new Request(from('/api/auth/login'), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ loginId: loginIdOf(0), password: PASSWORD }),
  });
  const statements = await recordStatements(databaseUrl, {
    questions: list(listPaths.questions),
    availability: list(listPaths.availability),
    photos: list(listPaths.photos),
    mine: { request: new Request(from(listPaths.mine), { headers: { authorization } }) },
    login: { request: login, variables: (response) => loginVariables(response as TokenPair) },
    book: {
      request: book,
      variables: (response) =>
        new Map<string, Variable>([
          [data.memberId(n), 'member'],
          [data.sessionId(n), 'session'],
          [body.date, 'date'],
          [body.time, 'slot'],
          [slotWindow(body.date, body.time), 'window'],
          [idempotencyKeyOf(n), 'key'],
          [(response as Reservation).reservationCode, 'code'],
          [String((response as Reservation).id), 'reservation'],
        ]),
    },
  });
  await clearBookings(databaseUrl);
  const hash = { stored: await hashPassword(PASSWORD), password: PASSWORD };
  return { firstDate: data.firstDate, logins: data.LOGIN_COUNT, hash, statements };
};
