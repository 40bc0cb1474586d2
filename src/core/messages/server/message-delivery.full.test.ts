import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createApp } from '#app/server/app.ts';
import { findNotifications } from '#app/server/messages/queries.ts';
import type { Deps } from '#platform/server/deps.ts';
import { insertAdmin, insertMember } from '#test/factories/members.ts';
import { approveTemplate, messageProviders, sendBy } from '#test/factories/message-providers.ts';
import { pollDeliveries, sendNotifications } from '#test/factories/messages.ts';
import { insertReservation, renewSession } from '#test/factories/reservations.ts';
import { publishChange } from '#test/factories/settings.ts';
import type { SmsServer } from '#test/fakes/sms-server.ts';
import { createTestApp } from '#test/test-app.ts';
import type { Notification } from '../contract/notifications.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const app = await createTestApp();
const admin = await insertAdmin(app);
const START = app.clock.now();
// Only the customers' messages, so that every test sees one.
await publishChange(app, admin, 'messages', () => ({ studioPhones: [] }));
await approveTemplate(app, admin, 'booked');

describe.each(messageProviders)('by $name', (provider) => {
  let server: SmsServer;
  let deps: Deps;
  beforeAll(async () => void (server = await provider.start(() => app.clock.now())));
  afterAll(() => server.close());

  beforeEach(async () => {
    app.clock.set(START);
    await app.db.execute(
      sql`truncate notifications, reservation_events, slot_claims, idempotency_keys, reservations cascade`,
    );
    server.misbehave(null);
    server.requests.length = 0;
    server.accepted.length = 0;
    server.lookups = 0;
    // A new circuit breaker.
    deps = sendBy(app, provider, server);
  });

  const book = async () => {
    const member = await insertMember(app, { name: '김민수' });
    return insertReservation(app, member, { date: '2026-12-01', time: '15-16' });
  };
  const send = () => sendNotifications(deps);
  const poll = () => pollDeliveries(deps);
  const settle = (result: SmsServer['accepted'][number]['result']): void => {
    for (const message of server.accepted) message.result = result;
  };
  const listed = async (): Promise<Notification | undefined> => {
    const [row] = await findNotifications(app.deps, { limit: 10, after: null });
    return row?.notification;
  };
  const report = (...messageIds: string[]) =>
    createApp(deps).request('/api/message-reports', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(messageIds.map((messageId) => ({ messageId, statusCode: '4000' }))),
    });

  it('an approved template is sent as alimtalk with its values, and its delivery is recorded', async () => {
    const { id } = await book();
    await send();
    expect(server.accepted).toMatchObject([{ channel: 'ALIMTALK' }]);
    const [{ text } = { text: '' }] = server.accepted;
    for (const part of ['사진관', '김민수', '12월 1일(화) 오후 3시', '웨딩', `/reservation-history?id=${id}`])
      expect(text).toContain(part);
    expect(await listed()).toMatchObject({ state: 'SENT', channel: 'ALIMTALK' });
    settle('delivered');
    await poll();
    expect(server.lookups).toBe(0);
    app.clock.advance(MINUTE);
    await poll();
    expect(await listed()).toMatchObject({ state: 'DELIVERED', channel: 'ALIMTALK', isReplaced: false });
    app.clock.advance(72 * HOUR);
    await poll();
    expect(server.lookups).toBe(1);
  });

  it('an SMS that replaces an alimtalk is recorded with the code of the alimtalk', async () => {
    await book();
    await send();
    settle('replaced');
    app.clock.advance(MINUTE);
    await poll();
    expect(await listed()).toMatchObject({
      state: 'DELIVERED',
      channel: 'ALIMTALK',
      isReplaced: true,
      resultCode: expect.stringMatching(/^\d{4}$/) as unknown,
    });
    expect(server.requests).toHaveLength(1);
  });

  it('a message that the recipient did not get is shown as failed', async () => {
    await book();
    await send();
    settle('replacement-failed');
    app.clock.advance(MINUTE);
    await poll();
    expect(await listed()).toMatchObject({ state: 'FAILED', isReplaced: true });
  });

  it('a refused template is followed by an SMS', async () => {
    await approveTemplate(app, await renewSession(app, admin), 'booked', 'not-reviewed');
    await book();
    await send();
    expect(await listed()).toMatchObject({ state: 'QUEUED', attempts: 1 });
    app.clock.advance(MINUTE);
    await send();
    expect(server.accepted).toMatchObject([{ channel: 'SMS' }]);
    expect(await listed()).toMatchObject({ state: 'SENT', channel: 'SMS', attempts: 2 });
    await approveTemplate(app, await renewSession(app, admin), 'booked');
  });

  it('a template that is not approved is not tried', async () => {
    await publishChange(app, await renewSession(app, admin), 'alimtalk', (body) => ({
      booked: { ...(body['booked'] as object), review: 'SUBMITTED' },
    }));
    await book();
    await send();
    expect(server.accepted).toMatchObject([{ channel: 'SMS' }]);
    await approveTemplate(app, await renewSession(app, admin), 'booked');
  });

  it('F-13 a message that was accepted without an answer is never sent twice', async () => {
    server.misbehave('accept-silently');
    await book();
    await send();
    server.misbehave(null);
    for (let hour = 0; hour < 24; hour += 1) {
      app.clock.advance(HOUR);
      await send();
      await poll();
    }
    expect(server.accepted).toHaveLength(1);
    expect(await listed()).toMatchObject({ state: 'SENT', attempts: 1 });
  });

  it('the delivery is looked up after 1, 5 and 30 minutes, then hourly for three days', async () => {
    await book();
    await send();
    const minutes: number[] = [];
    for (let minute = 1; minute <= 74 * 60; minute += 1) {
      app.clock.advance(MINUTE);
      const before = server.lookups;
      // Fewer statements: nothing is due in between.
      if (minute <= 31 || minute % 30 === 0) await poll();
      if (server.lookups > before) minutes.push(minute);
    }
    expect(minutes.slice(0, 5)).toEqual([1, 5, 30, 90, 150]);
    expect(minutes.at(-1)).toBe(72 * 60 + 30);
    expect(minutes).toHaveLength(3 + 72);
    expect(await listed()).toMatchObject({ state: 'SENT' });
  });

  it('a result that comes three days late is looked up when the provider reports it', async () => {
    await book();
    await send();
    const [{ id } = { id: '' }] = server.accepted;
    for (let hour = 0; hour < 76; hour += 1) {
      app.clock.advance(HOUR);
      await poll();
    }
    settle('delivered');
    const before = server.lookups;
    expect((await report('somebody-elses', id)).status).toBe(204);
    await poll();
    expect(server.lookups).toBe(before + 1);
    expect(await listed()).toMatchObject({ state: 'DELIVERED' });
  });

  it('a repeated or invented report changes nothing', async () => {
    await book();
    await send();
    const [{ id } = { id: '' }] = server.accepted;
    for (const result of ['pending', 'delivered'] as const) {
      settle(result);
      // Says that it was delivered, which only the lookup decides.
      for (let count = 0; count < 3; count += 1) expect((await report(id)).status).toBe(204);
      await poll();
      const state = result === 'pending' ? 'SENT' : 'DELIVERED';
      expect(await listed()).toMatchObject({ state });
    }
    settle('failed');
    await report(id);
    await poll();
    expect(await listed()).toMatchObject({ state: 'DELIVERED' });
    expect(server.lookups).toBe(2);
  });

  it('a message that was sent again is not changed by the result of the first one', async () => {
    await book();
    await send();
    settle('failed');
    app.clock.advance(MINUTE);
    server.accepted.forEach((message) => (message.result = 'replacement-failed'));
    await poll();
    const { id = 0 } = (await listed()) ?? {};
    const { accessToken: token } = await renewSession(app, admin);
    expect((await app.post(`/api/admin/notification/${id}/resend`, undefined, { token })).status).toBe(200);
    await send();
    expect(await listed()).toMatchObject({ state: 'SENT', isReplaced: false, resultCode: null });
    server.accepted.forEach((message, index) => (message.result = index === 0 ? 'failed' : 'delivered'));
    app.clock.advance(MINUTE);
    await poll();
    expect(await listed()).toMatchObject({ state: 'DELIVERED', channel: 'ALIMTALK' });
    expect(server.accepted).toHaveLength(2);
  });
});
