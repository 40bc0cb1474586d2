import pg from 'pg';
import type { TokenPair } from '#contract/auth.ts';
import type { Reservation } from '#contract/reservations.ts';
import { toLoginIdKey } from '#server/auth/login-id-key.ts';
import { hashPassword } from '#server/auth/passwords.ts';
import { hashRefreshToken } from '#server/auth/refresh-tokens.ts';
import { loginIdOf, loginMemberId, PASSWORD } from './logins.ts';
import { recordStatements } from './recorded.ts';
import type { Statement, Variable } from './recorded.ts';
import { writeRequest } from './drive.ts';
import * as data from './speed-data.ts';

/** The lists that are asked for, as paths of the site; `mine` by a member. */
export const lists = {
  questions: '/api/question?limit=20',
  availability: `/api/reservation/availability?month=${data.month}`,
  photos: '/api/photo/category-detail/WEDDING',
  mine: '/api/reservation/my?limit=20',
} as const;
export type ListName = keyof typeof lists;

/** What the n-th booker sends. */
const bookingOf = (n: number) => ({
  shootType: 'WEDDING',
  ...data.meetingOf(n),
  desiredShootDate: '내년 봄, 평일 오전',
  location: '서울숲',
  notes: '두 사람입니다.',
});

export const keyOf = (n: number): string => `bench-${n}`;

export const writeBooking = (url: URL, n: number, token: string, address: string): string =>
  writeRequest(url, {
    method: 'POST',
    token,
    headers: { 'x-forwarded-for': address, 'idempotency-key': keyOf(n) },
    body: bookingOf(n),
  });

export interface Plan {
  readonly firstDate: string;
  /** The members who log in; all have one password. */
  readonly logins: number;
  readonly hash: { readonly stored: string; readonly password: string };
  /** The password is verified before the transaction of `login`. */
  readonly doors: Readonly<Record<ListName | 'book' | 'login', Statement[]>>;
}

/** What is another at each login, by its answer. */
const loginVariables = ({ accessToken, refreshToken }: TokenPair): Map<string, Variable> => {
  const [, payload = ''] = accessToken.split('.');
  const { sid } = JSON.parse(Buffer.from(payload, 'base64url').toString()) as { sid: string };
  return new Map<string, Variable>([
    [toLoginIdKey(loginIdOf(0)), 'loginId'],
    [loginMemberId(0), 'loginMember'],
    [sid, 'newSession'],
    [hashRefreshToken(refreshToken).toString('hex'), 'newToken'],
  ]);
};

export const clear = async (databaseUrl: string): Promise<void> => {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  for (const statement of data.CLEAR.split(';')) if (statement.trim() !== '') await client.query(statement);
  await client.end();
};

/** What the site asks of its database, to be asked without the site. */
export const makePlan = async (databaseUrl: string): Promise<Plan> => {
  const n = data.READER;
  const authorization = `Bearer ${await data.tokenOf(n)}`;
  const from = (path: string) => new URL(path, 'http://storm.example');
  const list = (path: string) => ({ request: new Request(from(path)) });
  // The last of all slots, which no booker of a round takes.
  const body = { ...bookingOf(n), date: data.meetingOf(n).date };
  const book = new Request(from('/api/reservation'), {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json', 'idempotency-key': keyOf(n) },
    body: JSON.stringify(body),
  });
  const login = new Request(from('/api/auth/login'), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ loginId: loginIdOf(0), password: PASSWORD }),
  });
  const doors = await recordStatements(databaseUrl, {
    questions: list(lists.questions),
    availability: list(lists.availability),
    photos: list(lists.photos),
    mine: { request: new Request(from(lists.mine), { headers: { authorization } }) },
    login: { request: login, variables: (answer) => loginVariables(answer as TokenPair) },
    book: {
      request: book,
      variables: (answer) =>
        new Map<string, Variable>([
          [data.memberId(n), 'member'],
          [data.sessionId(n), 'session'],
          [body.date, 'date'],
          [body.time, 'slot'],
          [keyOf(n), 'key'],
          [(answer as Reservation).reservationCode, 'code'],
          [String((answer as Reservation).id), 'reservation'],
        ]),
    },
  });
  await clear(databaseUrl);
  const hash = { stored: await hashPassword(PASSWORD), password: PASSWORD };
  return { firstDate: data.firstDate, logins: data.LOGINS, hash, doors };
};
