import { sql } from 'drizzle-orm';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { AvailableDay } from '#contract/reservations.ts';
import type { Question } from '#contract/questions.ts';
import { createApp } from '#server/app.ts';
import type { ChangeListener } from '#server/db/change-listener.ts';
import { createTestApp } from '#test/test-app.ts';
import { insertReservation, insertMembers, postCancel } from '#test/factories/reservations.ts';
import { insertAdmin } from '#test/factories/members.ts';
import type { SignedInMember } from '#test/factories/members.ts';
import { insertQuestion, postAnswer } from '#test/factories/questions.ts';
import { createResponseCache } from './response-cache.ts';

const app = await createTestApp();
const [author, other] = await insertMembers(app, 2);
const admin = await insertAdmin(app);
const question = await insertQuestion(app, author!, { title: '처음' });
const watches: ChangeListener[] = [];

afterEach(async () => {
  for (const watch of watches.splice(0)) await watch.close();
});

/** A server whose LISTEN connection is lost without being detected. */
const openDeafServer = () => {
  const responseCache = createResponseCache({ isHearing: () => true });
  return createApp(app.deps, { responseCache });
};

/** Creates one of several servers on the database, each with its own response cache. */
const openServer = async () => {
  const responseCache = createResponseCache({ isHearing: () => watch.isConnected() });
  const watch = app.listenForChanges(responseCache.invalidate);
  await vi.waitFor(() => expect(watch.isConnected()).toBe(true));
  watches.push(watch);
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
  return { hono, read, titles, watch };
};

/** Changes the database without a notification, to see which server reads again and which serves its cache. */
const changeUntold = (title: string): Promise<unknown> =>
  app.db.transaction(async (tx) => {
    await tx.execute(sql`set local session_replication_role = replica`);
    await tx.execute(sql`update questions set title = ${title} where id = ${question.id}`);
  });
const change = (title: string): Promise<unknown> =>
  app.db.execute(sql`update questions set title = ${title} where id = ${question.id}`);

describe('the cached list of questions', () => {
  it('each server caches the list of questions and all invalidate it when one changes a question', async () => {
    await change('하나');
    const [one, two] = [await openServer(), await openServer()];
    for (const server of [one, two]) expect(await server.titles()).toEqual(['하나']);
    await changeUntold('둘');
    for (const server of [one, two]) expect(await server.titles()).toEqual(['하나']);
    const draft = { title: '셋', content: '얼마인가요?' };
    const answered = await one.hono.request(`/api/question/${question.id}`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${author!.accessToken}` },
      body: JSON.stringify(draft),
    });
    expect(answered.status).toBe(200);
    for (const server of [one, two])
      await vi.waitFor(async () => expect(await server.titles()).toEqual(['셋']));
  });

  it('a question made secret is hidden from guests at once, even by a server that misses notifications', async () => {
    const hono = openDeafServer();
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

  it('an answer invalidates the cached list of questions', async () => {
    const server = await openServer();
    const path = `/api/question/${question.id}`;
    expect(await server.read(path)).toMatchObject({ answered: false });
    expect((await postAnswer(app, admin, question.id)).status).toBe(201);
    await vi.waitFor(async () => expect(await server.read(path)).toMatchObject({ answered: true }));
  });

  it('a rolled back change does not invalidate the cache', async () => {
    await change('전');
    const server = await openServer();
    expect(await server.titles()).toEqual(['전']);
    const undone = app.db.transaction(async (tx) => {
      await tx.execute(sql`update questions set title = '취소' where id = ${question.id}`);
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    await changeUntold('후');
    expect(await server.titles()).toEqual(['전']);
  });

  it('a server without a LISTEN connection does not cache', async () => {
    await change('들음');
    const server = await openServer();
    expect(await server.titles()).toEqual(['들음']);
    await server.watch.close();
    await changeUntold('못 들음');
    expect(await server.titles()).toEqual(['못 들음']);
  });

  it('responses for members are not shared with guests', async () => {
    const server = await openServer();
    const mine = async (reader?: SignedInMember) =>
      ((await server.read('/api/question', reader)) as Question[]).map((each) => each.mine);
    expect([await mine(), await mine(author), await mine(other), await mine()]).toEqual([
      [false],
      [true],
      [false],
      [false],
    ]);
    // An expired token is treated as a guest.
    const dead = await server.hono.request('/api/question', { headers: { authorization: 'Bearer a.b.c' } });
    expect(await dead.json()).toMatchObject([{ mine: false }]);
  });
});

describe('shared reads of slots', () => {
  const meeting = { date: '2026-12-03', time: '12-13' } as const;

  it('slots are current on every server, however many requests arrive at once', async () => {
    const servers = [await openServer(), await openServer()];
    const look = async () =>
      Promise.all(
        Array.from({ length: 20 }, async (_, index) => {
          const { read } = servers[index % 2]!;
          const days = (await read('/api/reservation/availability?month=2026-12')) as AvailableDay[];
          const taken = await read(`/api/reservation/booked-times?date=${meeting.date}`);
          const { slots = [] } = days.find(({ date }) => date === meeting.date) ?? {};
          return [slots.find(({ time }) => time === meeting.time)?.state, taken];
        }),
      );
    for (const found of await look()) expect(found).toEqual(['FREE', []]);
    const booking = await insertReservation(app, author!, meeting);
    for (const found of await look()) expect(found).toEqual(['TAKEN', [meeting.time]]);
    await postCancel(app, author!, booking.id);
    for (const found of await look()) expect(found).toEqual(['FREE', []]);
  });

  it('a rate-limited request does not affect others that share the read', async () => {
    const server = await openServer();
    const statuses = await Promise.all(
      ['2026-12', '2026-13', '2026-12', '2026-13'].map(
        async (month) => (await server.hono.request(`/api/reservation/availability?month=${month}`)).status,
      ),
    );
    expect(statuses).toEqual([200, 400, 200, 400]);
  });
});
