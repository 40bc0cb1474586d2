import { inArray } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { allEndpoints } from '#app/server/api.ts';
import { members } from '#core/auth/server/tables.ts';
import type { Question } from '#features/questions/contract/questions.ts';
import type { Reservation } from '#features/reservations/contract/reservations.ts';
import type { Access, Endpoint } from '#platform/contract/endpoint.ts';
import { addDays, seoulDate } from '#platform/contract/seoul-time.ts';
import { createTinyImage } from '#test/factories/photos.ts';
import { insertSignedInUsers, testIdentity, type SignedInUser } from '#test/factories/signed-in-users.ts';
import { startBuiltServer } from '#test/servers/built-server.ts';
import { createServerDatabase } from '#test/servers/create-server-database.ts';

const database = await createServerDatabase();
// Every endpoint is called by its own users, because some calls end sessions or accounts.
const people = await database.withDb(async (db) => {
  const count = allEndpoints.length;
  const pending = await insertSignedInUsers(db, count);
  await db
    .update(members)
    .set({ status: 'PENDING_SOCIAL' })
    .where(
      inArray(
        members.id,
        pending.map(({ id }) => id),
      ),
    );
  return {
    member: await insertSignedInUsers(db, count),
    pending,
    admin: await insertSignedInUsers(db, count, { role: 'ADMIN' }),
    others: await insertSignedInUsers(db, 3),
  };
});
const server = await startBuiltServer({ ...database.env, ...testIdentity, RATE_LIMITS: 'off' });
const [owner, other, leaver] = people.others;
if (owner === undefined || other === undefined || leaver === undefined)
  throw new Error('nobody was inserted');

const call = async (
  method: string,
  path: string,
  { person, body }: { person?: SignedInUser | null; body?: object } = {},
) =>
  server.fetch(path, {
    method,
    headers: {
      ...(person ? { authorization: `Bearer ${await person.token()}` } : {}),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });

const create = async <T>(path: string, body: object): Promise<T> => {
  const response = await call('POST', path, { person: owner, body });
  expect(response.status).toBe(201);
  return (await response.json()) as T;
};

const roles = ['guest', 'member', 'pending', 'admin', 'withdrawn'] as const;
type Role = (typeof roles)[number];
type Verdict = 'open' | 401 | 403;

/** Which roles each access admits. An endpoint open to members may still reject records of another member. */
const verdicts: Readonly<Record<Access, Readonly<Record<Role, Verdict>>>> = {
  public: { guest: 'open', member: 'open', pending: 'open', admin: 'open', withdrawn: 'open' },
  // An invalid token is treated as a guest.
  optional: { guest: 'open', member: 'open', pending: 'open', admin: 'open', withdrawn: 'open' },
  pending: { guest: 401, member: 'open', pending: 'open', admin: 'open', withdrawn: 401 },
  member: { guest: 401, member: 'open', pending: 403, admin: 'open', withdrawn: 401 },
  admin: { guest: 401, member: 403, pending: 403, admin: 'open', withdrawn: 401 },
};
const titleOf = ({ method, path }: Endpoint): string => `${method} ${path}`;
/** An id without a record. */
const fill = (path: string): string => path.replaceAll(/\{\w+\}/g, '999999');

describe('@6-admin-closed S-030 S-033 S-043 endpoints and roles', () => {
  it('a deleted account keeps no access', async () => {
    // Spelled in another way than in the calls below, which would be answered as repeats of this request.
    const headers = { authorization: `bearer ${await leaver.token()}` };
    expect((await server.fetch('/api/member', { method: 'DELETE', headers })).status).toBe(204);
  });

  it.each(allEndpoints.map((endpoint, index) => [titleOf(endpoint), endpoint, index] as const))(
    '%s',
    async (_, endpoint, index) => {
      const callers: Record<Role, SignedInUser | null | undefined> = {
        guest: null,
        member: people.member[index],
        pending: people.pending[index],
        admin: people.admin[index],
        withdrawn: leaver,
      };
      const found = await Promise.all(
        roles.map(async (role): Promise<[Role, Verdict]> => {
          const { status } = await call(endpoint.method, fill(endpoint.path), {
            person: callers[role] ?? null,
          });
          expect(status).toBeLessThan(500);
          return [role, status === 401 || status === 403 ? status : 'open'];
        }),
      );
      expect(Object.fromEntries(found)).toEqual(verdicts[endpoint.access]);
    },
  );
});

/** A distant weekday whose slots are free. */
const inDays = (days: number): string => addDays(seoulDate(new Date()), days);
const meeting = { shootType: 'WEDDING', date: inDays(7), time: '09-10' };
const reservation = await create<Reservation>('/api/reservation', {
  ...meeting,
  desiredShootDate: '내년 봄',
  location: '서울숲',
  notes: '',
});
const question = await create<Question>('/api/question', { title: '가격 문의', content: '얼마인가요?' });
const secret = await create<Question>('/api/question', {
  title: '비밀',
  content: '둘만 아는 일',
  secret: true,
});

const upload = new Uint8Array(await createTinyImage());
const { signedUrl, headers, savedFileName } = (await (
  await call('POST', '/api/private-file/upload-url', {
    person: owner,
    body: { fileName: '꽃.png', contentType: 'image/png', contentLength: upload.byteLength },
  })
).json()) as { signedUrl: string; headers: Record<string, string>; savedFileName: string };
const { pathname, search } = new URL(signedUrl);
const uploaded = await server.fetch(`${pathname}${search}`, {
  method: 'PUT',
  headers,
  body: upload,
});
if (!uploaded.ok) throw new Error(`not uploaded: ${uploaded.status}`);
const { id: picture } = await create<{ id: string }>('/api/private-file', { savedFileName });

/** For each endpoint with a record id: the request of another member and the expected status. */
const attempts: Readonly<Record<string, { path: string; body?: object; status: number }>> = {
  'PUT /api/question/{id}': {
    path: `/api/question/${question.id}`,
    body: { title: '바꿈', content: '바꿈' },
    status: 403,
  },
  'DELETE /api/question/{id}': { path: `/api/question/${question.id}`, status: 403 },
  'POST /api/reservation/{id}/cancel': {
    path: `/api/reservation/${reservation.id}/cancel`,
    body: {},
    status: 404,
  },
  'POST /api/reservation/{id}/move': {
    path: `/api/reservation/${reservation.id}/move`,
    body: { ...meeting, date: inDays(8) },
    status: 404,
  },
  'GET /api/reservation/{id}': { path: `/api/reservation/${reservation.id}`, status: 404 },
  'GET /api/reservation/{id}/calendar': { path: `/api/reservation/${reservation.id}/calendar`, status: 404 },
  'DELETE /api/private-file/{id}': { path: `/api/private-file/${picture}`, status: 404 },
  'DELETE /api/member/session/{id}': { path: '', status: 404 },
};

interface OwnSession {
  readonly id: string;
}

/** Reads all records of the owner. */
const readOwn = () =>
  Promise.all(
    ['/api/reservation/my', '/api/question/my', '/api/member/session'].map(async (path) => {
      const response = await call('GET', path, { person: owner });
      expect(response.status).toBe(200);
      return (await response.json()) as unknown;
    }),
  );

describe('S-030 records of another member', () => {
  const named = allEndpoints.filter(({ access, path }) => access === 'member' && path.includes('{id}'));

  it('every endpoint with a record id is tested with another member', () => {
    expect(named.map(titleOf).toSorted()).toEqual(Object.keys(attempts).toSorted());
  });

  it.each(named.map((endpoint) => [titleOf(endpoint), endpoint] as const))(
    '%s of another member’s record is rejected and changes nothing',
    async (title, { method, path }) => {
      const attempt = attempts[title];
      const before = await readOwn();
      const [session] = before[2] as OwnSession[];
      const target = attempt?.path === '' ? path.replace('{id}', session?.id ?? '') : (attempt?.path ?? '');
      const { status } = await call(method, target, {
        person: other,
        ...(attempt?.body === undefined ? {} : { body: attempt.body }),
      });
      expect(status).toBe(attempt?.status);
      expect(await readOwn()).toEqual(before);
    },
  );

  it('a secret question of another member does not show its content', async () => {
    const path = `/api/question/${secret.id}`;
    expect(await (await call('GET', path, { person: other })).text()).not.toContain(secret.content);
    expect((await call('DELETE', path, { person: other })).status).toBe(403);
  });
});
