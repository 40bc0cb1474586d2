import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Desk } from '#app/contract/desk.ts';
import { createApp } from '#app/server/app.ts';
import { describeRefusals } from '#app/server/desk/describe-refusals.ts';
import { findNotifications } from '#app/server/messages/queries.ts';
import type { Deps } from '#platform/server/deps.ts';
import { insertAdmin, insertMember, randomPhone } from '#test/factories/members.ts';
import { approveTemplate, messageProviders, sendBy } from '#test/factories/message-providers.ts';
import { pollDeliveries, sendNotifications } from '#test/factories/messages.ts';
import { insertReservation, renewSession } from '#test/factories/reservations.ts';
import { publishChange } from '#test/factories/settings.ts';
import type { Misbehaviour, SmsServer } from '#test/fakes/sms-server.ts';
import { createTestApp } from '#test/test-app.ts';
import type { Notification } from '../contract/notifications.ts';
import { recordRefusal } from './provider-refusals.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const isFull = process.env.TEST_FULL !== undefined;
/** Of an outage. `npm run test:full` has short ones for every failure as well. */
const DURATIONS = isFull ? [2 * MINUTE, 2 * HOUR] : [2 * HOUR];
/** What is sent again, and when, is the same for both; `sms-providers.full.test.ts` tests how each one answers. */
const PROVIDERS = isFull ? messageProviders : messageProviders.slice(0, 1);
const app = await createTestApp();
const admin = await insertAdmin(app);
const START = app.clock.now();
await publishChange(app, admin, 'messages', () => ({
  studioPhones: [],
  studioEmails: ['studio@example.kr'],
  studioBooked: false,
}));
await approveTemplate(app, admin, 'booked');

describe.each(PROVIDERS)('$name', (provider) => {
  let server: SmsServer;
  let deps: Deps;
  beforeAll(async () => void (server = await provider.start(() => app.clock.now())));
  afterAll(() => server.close());
  /** Reads the provider's address again. */
  const restart = () => void (deps = sendBy(app, provider, server));

  beforeEach(async () => {
    app.clock.set(START);
    await app.db.execute(sql`truncate notifications, provider_refusals, reservation_events, slot_claims,
      idempotency_keys, reservations cascade`);
    server.misbehave(null);
    server.answersLookups = true;
    server.accepted.length = 0;
    app.mails.length = 0;
    restart();
  });

  const book = async (time: '09-10' | '12-13') => {
    const member = await insertMember(app);
    return { member, ...(await insertReservation(app, member, { date: '2026-12-01', time })) };
  };
  const run = async () => {
    await sendNotifications(deps);
    await pollDeliveries(deps);
  };
  /** When the next message is due to be sent or looked up. */
  const findNext = async (): Promise<number> => {
    const { rows } = await app.db.execute<{ next: string | null }>(sql`
      select (extract(epoch from min(case state when 'QUEUED' then due_at else poll_at end)) * 1000)::bigint::text as next
      from notifications`);
    return Number(rows[0]?.next ?? Number.POSITIVE_INFINITY);
  };
  /** Runs both jobs whenever something is due. */
  const runFor = async (duration: number) => {
    const end = app.clock.now().getTime() + duration;
    for (let next = await findNext(); next <= end; next = await findNext()) {
      app.clock.set(new Date(Math.max(next, app.clock.now().getTime())));
      await run();
    }
    app.clock.set(new Date(end));
  };
  const listed = async (): Promise<Notification[]> => {
    const rows = await findNotifications(app.deps, { limit: 50, after: null });
    return rows.map(({ notification }) => notification).filter(({ kind }) => kind !== 'MESSAGES_REFUSED');
  };
  const readDesk = async (): Promise<Desk> => {
    const { accessToken: token } = await renewSession(app, admin);
    return (await (await app.get('/api/admin/desk', { token })).json()) as Desk;
  };

  /** How the provider fails, and whether its list can be read meanwhile. */
  const outages: readonly (readonly [string, Misbehaviour | 'refused connection', boolean])[] = [
    ['answers 500', { status: 500 }, true],
    ['answers 500, to look-ups as well', { status: 500 }, false],
    ['cuts the connection before it accepts', 'cut', true],
    ['accepts and does not answer', 'accept-silently', true],
    ['accepts, does not answer and cannot be asked', 'accept-silently', false],
    ['answers 400 with a reason', 'fail-in-body', true],
    ['refuses the connection', 'refused connection', false],
  ];

  it.each(
    outages.flatMap(([name, how, isListed]) =>
      DURATIONS.map((duration) => ({ name, how, isListed, duration })),
    ),
  )(
    'F-13 a provider that $name for $duration ms loses and doubles no message',
    async ({ how, isListed, duration }) => {
      for (const time of ['09-10', '12-13'] as const) await book(time);
      const { url } = server;
      if (how === 'refused connection') Object.assign(server, { url: 'http://127.0.0.1:9' });
      else server.misbehave(how);
      server.answersLookups = isListed;
      restart();
      await run();
      await runFor(duration);
      if (how === 'refused connection') {
        Object.assign(server, { url });
        restart();
      }
      server.misbehave(null);
      server.answersLookups = true;
      // The last of five attempts comes 156 minutes after the first, and a look-up up to an hour later.
      await runFor(4 * HOUR);
      expect(new Set((await listed()).map(({ state }) => state))).toEqual(new Set(['SENT']));
      expect(server.accepted).toHaveLength(2);
      expect(new Set(server.accepted.map(({ to }) => to)).size).toBe(2);
      expect((await readDesk()).refusals).toBeNull();
    },
  );

  it('messages with the same text and recipient are told apart', async () => {
    const { member } = await book('09-10');
    await app.db.execute(sql`delete from notifications`);
    const queue = () =>
      app.db
        .execute(sql`insert into notifications (kind, member_id, "values", sends_at_night, due_at, created_at)
        values ('PASSWORD_RESET', ${member.id}, '{}', true, ${app.clock.now().toISOString()}, ${app.clock.now().toISOString()})`);
    await queue();
    server.misbehave('accept-silently');
    await run();
    server.misbehave('cut');
    await queue();
    await run();
    server.misbehave(null);
    await runFor(10 * MINUTE);
    expect(server.accepted).toHaveLength(2);
    expect((await listed()).map(({ state }) => state)).toEqual(['SENT', 'SENT']);
  });

  it('a message is sent again only after the list lacked it twice, two minutes apart', async () => {
    await book('09-10');
    server.misbehave('cut');
    await run();
    server.misbehave(null);
    const states: string[] = [];
    for (let minute = 0; minute < 3; minute += 1) {
      await runFor(MINUTE);
      const [{ state, attempts } = { state: '', attempts: 0 }] = await listed();
      states.push(`${state} ${attempts}`);
    }
    expect(states).toEqual(['UNKNOWN 1', 'UNKNOWN 1', 'SENT 2']);
  });

  it('a provider that never has a message gets it five times, then it waits for the studio', async () => {
    await book('09-10');
    server.misbehave('cut');
    await run();
    await runFor(4 * HOUR);
    expect(await listed()).toMatchObject([
      { state: 'FAILED', attempts: 5, resultCode: 'NO_RESPONSE', nextAt: null },
    ]);
  });

  it('what the provider refuses is on the desk and in the list after the first refusal, with reason and time', async () => {
    await book('09-10');
    server.misbehave('fail-in-body');
    await run();
    const nextAt = new Date(START.getTime() + MINUTE).toISOString();
    const resultCode = provider.name === 'SOLAPI' ? '1062' : '400';
    const { refusals, counts } = await readDesk();
    expect(refusals).toEqual({
      retries: { messages: 1, nextAt },
      lookups: null,
      failedCodes: 0,
      resultCode,
    });
    expect(counts.unsentMessages).toBe(1);
    expect(await listed()).toMatchObject([{ state: 'QUEUED', attempts: 1, resultCode, nextAt }]);
  });

  it('a message whose result is unknown is on the desk as one that is looked up', async () => {
    await book('09-10');
    server.misbehave('accept-silently');
    await run();
    const nextAt = new Date(START.getTime() + MINUTE).toISOString();
    const lookups = { messages: 1, nextAt };
    const refusals = { retries: null, lookups, failedCodes: 0, resultCode: null };
    expect((await readDesk()).refusals).toEqual(refusals);
  });

  it('the reason stays on the desk after the fifth refusal, until the provider accepts a message', async () => {
    await book('09-10');
    server.misbehave('fail-in-body');
    await run();
    await runFor(4 * HOUR);
    const resultCode = provider.name === 'SOLAPI' ? '1062' : '400';
    expect(await listed()).toMatchObject([{ state: 'FAILED', attempts: 5, channel: null, resultCode }]);
    expect((await readDesk()).refusals).toEqual({
      retries: null,
      lookups: null,
      failedCodes: 0,
      resultCode,
    });
    server.misbehave(null);
    await book('12-13');
    await run();
    expect((await readDesk()).refusals).toBeNull();
  });

  it('codes that failed are counted until the provider accepts a message, and one e-mail goes out', async () => {
    const askForCode = () =>
      createApp(deps).request(`/api/member/send-code?phoneNumber=${randomPhone()}`, { method: 'POST' });
    server.misbehave({ status: 403 });
    for (let count = 0; count < 3; count += 1) expect((await askForCode()).status).toBe(503);
    const refusals = { retries: null, lookups: null, failedCodes: 3, resultCode: 'HTTP_403' };
    expect((await readDesk()).refusals).toEqual(refusals);
    await run();
    expect(app.mails).toMatchObject([
      {
        to: 'studio@example.kr',
        subject: '[사진관] 문자 업체가 발송을 거절했습니다. 관리 화면에서 이유를 확인해 주세요.',
        text: expect.stringContaining('http://localhost:3000/admin\n') as unknown,
      },
    ]);
    server.misbehave(null);
    expect((await askForCode()).status).toBe(200);
    expect((await readDesk()).refusals).toBeNull();
  });

  it('refusals are not on the desk of a site that only writes messages to a file', async () => {
    await book('09-10');
    server.misbehave('fail-in-body');
    await run();
    expect(await describeRefusals(deps)).not.toBeNull();
    expect(await describeRefusals({ ...deps, sms: { ...deps.sms, isSimulated: true } })).toBeNull();
  });

  it('a studio that sets its e-mail address after the first refusal is told of the next one', async () => {
    const refuse = () => recordRefusal(deps, { code: 'HTTP_403', isVerificationCode: false });
    const setEmails = async (studioEmails: readonly string[]) =>
      publishChange(app, await renewSession(app, admin), 'messages', () => ({ studioEmails }));
    await setEmails([]);
    await refuse();
    await setEmails(['studio@example.kr']);
    await refuse();
    await sendNotifications(deps);
    expect(app.mails).toHaveLength(1);
  });

  it('a refused message to a member who has left ends without work for the desk', async () => {
    const { member } = await book('09-10');
    server.misbehave('fail-in-body');
    await run();
    const { accessToken: token } = await renewSession(app, member);
    expect((await app.delete('/api/member', undefined, { token })).status).toBe(204);
    await run();
    const ended = { state: 'SUPERSEDED', resultCode: 'WITHDRAWN', nextAt: null };
    expect(await listed()).toMatchObject([{ kind: 'WITHDRAWN', state: 'QUEUED' }, ended]);
    expect(await readDesk()).toMatchObject({ refusals: { retries: null }, counts: { unsentMessages: 0 } });
    await runFor(3 * HOUR);
    expect(await listed()).toMatchObject([ended, ended]);
  });

  it('a message that was being sent while the member left ends as one to a member who left', async () => {
    const { member } = await book('09-10');
    const { accessToken: token } = await renewSession(app, member);
    const { sms } = deps;
    const send: typeof sms.send = async (message) => {
      deps = { ...deps, sms };
      expect((await app.delete('/api/member', undefined, { token })).status).toBe(204);
      return sms.send(message);
    };
    deps = { ...deps, sms: { ...sms, send } };
    server.misbehave('cut');
    await sendNotifications(deps);
    const ended = { state: 'SUPERSEDED', resultCode: 'WITHDRAWN', nextAt: null };
    expect((await listed()).find(({ kind }) => kind === 'RESERVATION_BOOKED')).toMatchObject(ended);
  });
});
