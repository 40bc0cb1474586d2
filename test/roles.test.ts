import { eq, sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { allEndpoints } from '#contract/api.ts';
import type { Access, Endpoint } from '#contract/endpoint.ts';
import { members } from '#server/db/schema.ts';
import { refusalOf, testApp } from './app.ts';
import { insertBooking } from './bookings.ts';
import { insertAdmin, insertMember } from './factories.ts';
import { askQuestion } from './inquiries.ts';

const app = await testApp();

const insertPending = async () => {
  const member = await insertMember(app);
  await app.db.update(members).set({ status: 'PENDING_SOCIAL' }).where(eq(members.id, member.id));
  return member;
};
const insertWithdrawn = async () => {
  const member = await insertMember(app);
  await app.delete('/api/member', undefined, { token: member.accessToken });
  return member;
};

/** Each asks as somebody new: a call that ends a session or a membership ends nobody else's. */
const roles = {
  guest: () => Promise.resolve(null),
  member: () => insertMember(app),
  pending: insertPending,
  admin: () => insertAdmin(app),
  withdrawn: insertWithdrawn,
} as const;
type Role = keyof typeof roles;

type Verdict = 'open' | 401 | 403;

/** The whole law of the doors. Whose a single thing is, is judged behind them: below. */
const law: Readonly<Record<Access, Readonly<Record<Role, Verdict>>>> = {
  public: { guest: 'open', member: 'open', pending: 'open', admin: 'open', withdrawn: 'open' },
  // A dead token is answered as a guest.
  optional: { guest: 'open', member: 'open', pending: 'open', admin: 'open', withdrawn: 'open' },
  pending: { guest: 401, member: 'open', pending: 'open', admin: 'open', withdrawn: 401 },
  member: { guest: 401, member: 'open', pending: 403, admin: 'open', withdrawn: 401 },
  admin: { guest: 401, member: 403, pending: 403, admin: 'open', withdrawn: 401 },
};
const roleNames = Object.keys(roles) as Role[];
const titleOf = ({ method, path }: Endpoint): string => `${method} ${path}`;
// Nothing has this number: what is refused is the caller.
const fill = (path: string): string => path.replaceAll(/\{\w+\}/g, '999999');

const judge = async (endpoint: Endpoint, role: Role): Promise<Verdict> => {
  const caller = await roles[role]();
  const options = caller === null ? {} : { token: caller.accessToken };
  const response = await app.request(endpoint.method, fill(endpoint.path), undefined, options);
  expect(response.status).toBeLessThan(500);
  if (response.status !== 401 && response.status !== 403) return 'open';
  const { status } = await refusalOf(response);
  return status === 401 ? 401 : 403;
};

describe('@6-admin-closed S-030 S-033 S-043 the matrix of calls and roles', () => {
  it.each(allEndpoints.map((endpoint) => [titleOf(endpoint), endpoint] as const))(
    '%s',
    async (_, endpoint) => {
      const verdicts = await Promise.all(
        roleNames.map(async (role) => [role, await judge(endpoint, role)] as const),
      );
      expect(Object.fromEntries(verdicts)).toEqual(law[endpoint.access]);
    },
  );
});

/** What is somebody's: by each call that names one such thing, what the other member asks for. */
const [owner, other] = [await insertMember(app), await insertMember(app)];
const booking = await insertBooking(app, owner);
const question = await askQuestion(app, owner);
const secret = await askQuestion(app, owner, { title: '비밀', content: '둘만 아는 일', secret: true });
const change = { date: '2026-11-25', time: '12-13', shootType: 'WEDDING' };
const ofOthers: Readonly<Record<string, { path: string; body?: object; answers: number }>> = {
  'PUT /api/question/{id}': {
    path: `/api/question/${question.id}`,
    body: { title: '바꿈', content: '바꿈' },
    answers: 403,
  },
  'DELETE /api/question/{id}': { path: `/api/question/${question.id}`, answers: 403 },
  'POST /api/reservation/{id}/cancel': {
    path: `/api/reservation/${booking.id}/cancel`,
    body: {},
    answers: 404,
  },
  'POST /api/reservation/{id}/move': {
    path: `/api/reservation/${booking.id}/move`,
    body: change,
    answers: 404,
  },
  'GET /api/reservation/{id}/calendar': { path: `/api/reservation/${booking.id}/calendar`, answers: 404 },
  'DELETE /api/member/session/{id}': { path: '', answers: 404 },
};

const readOwned = async (): Promise<unknown> =>
  Promise.all(
    ['reservations', 'questions', 'slot_claims', 'sessions'].map(async (table) => {
      const { rows } = await app.db.execute(
        sql.raw(`select md5(string_agg(t::text, '' order by t::text)) as sum from ${table} t`),
      );
      return rows[0];
    }),
  );

describe('S-030 member B at what is member A’s', () => {
  const named = allEndpoints.filter(({ access, path }) => access === 'member' && path.includes('{id}'));

  it('every call that names one thing is tried', () => {
    expect(named.map(titleOf).toSorted()).toEqual(Object.keys(ofOthers).toSorted());
  });

  it.each(named.map((endpoint) => [titleOf(endpoint), endpoint] as const))(
    '%s is refused and changes nothing',
    async (title, endpoint) => {
      const sessions = await app.get('/api/member/session', { token: owner.accessToken });
      const [session] = (await sessions.json()) as { id: string }[];
      const asked = ofOthers[title];
      const path =
        asked?.path === '' ? endpoint.path.replace('{id}', session?.id ?? '') : (asked?.path ?? '');
      const before = await readOwned();
      const options = { token: other.accessToken };
      const { status } = await app.request(endpoint.method, path, asked?.body, options);
      expect(status).toBe(asked?.answers);
      expect(await readOwned()).toEqual(before);
    },
  );

  it('a secret inquiry keeps its words', async () => {
    const path = `/api/question/${secret.id}`;
    const shown = await app.get(path, { token: other.accessToken });
    expect(await shown.text()).not.toContain(secret.content);
    expect((await app.delete(path, undefined, { token: other.accessToken })).status).toBe(403);
  });
});
