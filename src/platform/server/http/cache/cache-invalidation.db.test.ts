import { sql } from 'drizzle-orm';
import { afterEach, describe, expect, it } from 'vitest';
import { createApp } from '#app/server/app.ts';
import { siteCacheRules } from '#app/server/site/site-cache-rules.ts';
import type { Question } from '#features/questions/contract/questions.ts';
import type { AvailableDay } from '#features/reservations/contract/reservations.ts';
import { insertAdmin, type SignedInMember } from '#test/factories/members.ts';
import { insertQuestion, postAnswer } from '#test/factories/questions.ts';
import { insertReservation, insertMembers, postCancel } from '#test/factories/reservations.ts';
import { createTestApp } from '#test/test-app.ts';
import type { ChangeListener } from '../../db/change-listener.ts';
import { createResponseCache } from './response-cache.ts';

const app = await createTestApp();
const [author, other] = await insertMembers(app, 2);
const admin = await insertAdmin(app);
const question = await insertQuestion(app, author!, { title: '처음' });
const listeners: ChangeListener[] = [];

afterEach(async () => {
  for (const listener of listeners.splice(0)) await listener.close();
});

/** A server that receives no change notifications but believes its LISTEN connection is alive. */
const openServerWithoutNotifications = () => {
  const responseCache = createResponseCache(siteCacheRules, { isConnected: () => true });
  return createApp(app.deps, { responseCache });
};

/** One of several servers on the same database, each with its own response cache. */
const openServer = async () => {
  const responseCache = createResponseCache(siteCacheRules, { isConnected: () => listener.isConnected() });
  const listener = app.listenForChanges(responseCache.invalidate);
  await expect.poll(() => listener.isConnected()).toBe(true);
  listeners.push(listener);
  const hono = createApp(app.deps, { responseCache });
  const read = async (path: string, reader?: SignedInMember): Promise<unknown> => {
    const headers = new Headers(
      reader === undefined ? [] : [['authorization', `Bearer ${reader.accessToken}`]],
    );
    const response = await hono.request(path, { headers });
    expect(response.status).toBe(200);
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    return response.json();
  };
  const titles = async (reader?: SignedInMember) =>
    ((await read('/api/question', reader)) as Question[]).map(({ title }) => title);
  return { hono, read, titles, listener };
};

/** Changes the title without a notification, so that a test sees whether a response comes from the cache. */
const changeSilently = (title: string): Promise<unknown> =>
  app.db.transaction(async (tx) => {
    await tx.execute(sql`set local session_replication_role = replica`);
    await tx.execute(sql`update questions set title = ${title} where id = ${question.id}`);
  });
const change = (title: string): Promise<unknown> =>
  app.db.execute(sql`update questions set title = ${title} where id = ${question.id}`);

describe('cached questions', () => {
  it('each server caches questions, and a write on one server invalidates the caches of all', async () => {
    await change('하나');
    const [one, two] = [await openServer(), await openServer()];
    for (const server of [one, two]) expect(await server.titles()).toEqual(['하나']);
    await changeSilently('둘');
    for (const server of [one, two]) expect(await server.titles()).toEqual(['하나']);
    const draft = { title: '셋', content: '얼마인가요?' };
    const updated = await one.hono.request(`/api/question/${question.id}`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${author!.accessToken}` },
      body: JSON.stringify(draft),
    });
    expect(updated.status).toBe(200);
    for (const server of [one, two]) await expect.poll(() => server.titles()).toEqual(['셋']);
  });

  it('a question made secret is hidden from guests immediately, also by a server without change notifications', async () => {
    const hono = openServerWithoutNotifications();
    const path = `/api/question/${question.id}`;
    const read = async () => (await (await hono.request(path)).json()) as Question;
    expect((await read()).secret).toBe(false);
    const save = (secret: boolean) =>
      hono.request(path, {
        method: 'PUT',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${author!.accessToken}` },
        body: JSON.stringify({ title: '비밀', content: '비밀 내용', secret }),
      });
    expect((await save(true)).status).toBe(200);
    expect(await read()).toMatchObject({ secret: true, title: '비밀글입니다.' });
    expect((await save(false)).status).toBe(200);
    expect(await read()).toMatchObject({ secret: false, title: '비밀' });
  });

  it('answering a question invalidates the cached question', async () => {
    const server = await openServer();
    const path = `/api/question/${question.id}`;
    expect(await server.read(path)).toMatchObject({ answered: false });
    expect((await postAnswer(app, admin, question.id)).status).toBe(201);
    await expect.poll(() => server.read(path)).toMatchObject({ answered: true });
  });

  it('a rolled back change does not invalidate the cache', async () => {
    await change('전');
    const server = await openServer();
    expect(await server.titles()).toEqual(['전']);
    const rolledBack = app.db.transaction(async (tx) => {
      await tx.execute(sql`update questions set title = '취소' where id = ${question.id}`);
      throw new Error('rolled back');
    });
    await expect(rolledBack).rejects.toThrow('rolled back');
    await changeSilently('후');
    expect(await server.titles()).toEqual(['전']);
  });

  it('a server whose change listener is closed does not use its cache', async () => {
    await change('들음');
    const server = await openServer();
    expect(await server.titles()).toEqual(['들음']);
    await server.listener.close();
    await changeSilently('못 들음');
    expect(await server.titles()).toEqual(['못 들음']);
  });

  it('members get uncached questions in which only their own are marked as theirs', async () => {
    const server = await openServer();
    const mine = async (reader?: SignedInMember) =>
      ((await server.read('/api/question', reader)) as Question[]).map((each) => each.mine);
    expect([await mine(), await mine(author), await mine(other), await mine()]).toEqual([
      [false],
      [true],
      [false],
      [false],
    ]);
    // An invalid token counts as no session.
    const dead = await server.hono.request('/api/question', { headers: { authorization: 'Bearer a.b.c' } });
    expect(await dead.json()).toMatchObject([{ mine: false }]);
  });
});

describe('shared slot responses', () => {
  const meeting = { date: '2026-12-03', time: '12-13' } as const;

  it('concurrent requests on all servers see the current slots after each change', async () => {
    const servers = [await openServer(), await openServer()];
    const readSlots = async () =>
      Promise.all(
        Array.from({ length: 20 }, async (_, index) => {
          const { read } = servers[index % 2]!;
          const days = (await read('/api/reservation/availability?month=2026-12')) as AvailableDay[];
          const taken = await read(`/api/reservation/booked-times?date=${meeting.date}`);
          const { slots = [] } = days.find(({ date }) => date === meeting.date) ?? {};
          return [slots.find(({ time }) => time === meeting.time)?.state, taken];
        }),
      );
    for (const found of await readSlots()) expect(found).toEqual(['FREE', []]);
    const reservation = await insertReservation(app, author!, meeting);
    for (const found of await readSlots()) expect(found).toEqual(['TAKEN', [meeting.time]]);
    await postCancel(app, author!, reservation.id);
    for (const found of await readSlots()) expect(found).toEqual(['FREE', []]);
  });

  it('an invalid request does not fail concurrent valid requests', async () => {
    const server = await openServer();
    const statuses = await Promise.all(
      ['2026-12', '2026-13', '2026-12', '2026-13'].map(
        async (month) => (await server.hono.request(`/api/reservation/availability?month=${month}`)).status,
      ),
    );
    expect(statuses).toEqual([200, 400, 200, 400]);
  });
});
