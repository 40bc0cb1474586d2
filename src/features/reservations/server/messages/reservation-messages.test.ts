import { randomInt } from 'node:crypto';
import { desc, eq, like, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, inject, it } from 'vitest';
import { readSection } from '#core/content/server/read-sections.ts';
import type { Notification } from '#core/messages/contract/notifications.ts';
import { messageSections } from '#core/messages/contract/sections.ts';
import { isQuiet } from '#core/messages/server/quiet-hours.ts';
import { notifications } from '#core/messages/server/tables.ts';
import { addDays, seoulInstant } from '#platform/contract/seoul-time.ts';
import { generateRandomCode } from '#platform/server/crypto/random-code.ts';
import { createAdminClient, insertPhoneReservation } from '#test/factories/admin-client.ts';
import { insertAdmin, insertMember } from '#test/factories/members.ts';
import { sendNotifications } from '#test/factories/messages.ts';
import { insertQuestion } from '#test/factories/questions.ts';
import {
  insertMembers,
  insertReservation,
  postCancel,
  postMove,
  renewSession,
} from '#test/factories/reservations.ts';
import { publishChange } from '#test/factories/settings.ts';
import { createTestApp } from '#test/test-app.ts';
import { defaultSlots } from '../../contract/slots.ts';
import { recordEvent } from '../changes/change-own-reservation.ts';
import { reservations, type SlotOfDay } from '../tables.ts';
import { formatMeetingStart } from './meeting-start.ts';
import { queueReminders } from './queue-reminders.ts';

const STUDIO = '01000000000';
const isFull = process.env.TEST_FULL !== undefined;
/** Random moves and cancellations, the minutes between them at most, and the reminders that are sent beside them at least. */
const [CHANGES, MAX_MINUTES, MIN_SENT] = isFull ? [1_000, 12, 5] : [150, 40, 0];
/** The hours at which messages are queued: without the full run, those around the beginning and end of the night. */
const HOURS = isFull ? Array.from({ length: 24 }, (_, hour) => hour) : [0, 7, 8, 9, 14, 20, 21, 22];
const app = await createTestApp();
const studio = await createAdminClient(app);
const admin = await insertAdmin(app);
const START = app.clock.now();

beforeEach(async () => {
  app.clock.set(START);
  await app.db.execute(
    sql`truncate notifications, reservation_events, slot_claims, idempotency_keys, reservations cascade`,
  );
  app.sent.length = 0;
  app.setSmsOutcome('accepted');
});

/** Runs the jobs once, until nothing more is due. */
const runJobs = async (): Promise<void> => {
  await queueReminders(app.deps);
  for (let count = -1; count !== app.sent.length;) {
    count = app.sent.length;
    await sendNotifications(app.deps);
  }
};
const textsTo = (phone: string): string[] =>
  app.sent
    .filter(({ to }) => to === phone)
    .map(({ text }) => text.replace(/^\[사진관\] /, '').replace(/ 문의 .*/, ''));
const listed = (id: number) => studio.getJson<Notification[]>(`/api/admin/notification?reservation=${id}`);

describe('messages about a reservation', () => {
  it('tell the client and the studio of a booking, a move and a cancellation, each once', async () => {
    const member = await insertMember(app);
    const { id } = await insertReservation(app, member, { date: '2026-12-01', time: '15-16' });
    await Promise.all([runJobs(), runJobs()]);
    expect(textsTo(member.phone)).toEqual(['12월 1일(화) 오후 3시 사전 미팅 예약이 확정되었습니다.']);
    expect(textsTo(STUDIO)).toEqual([expect.stringContaining('새 예약: 12월 1일(화) 오후 3시')]);
    await postMove(app, member, id, { date: '2026-12-02', time: '18-19' });
    await runJobs();
    await postCancel(app, member, id);
    await runJobs();
    expect(textsTo(member.phone).slice(1)).toEqual([
      '12월 1일 오후 3시 예약이 12월 2일 오후 6시로 변경되었습니다.',
      '12월 2일(수) 오후 6시 예약이 취소되었습니다.',
    ]);
    expect(textsTo(STUDIO)).toHaveLength(1);
    expect(
      (await listed(id)).map(({ kind, state, memberName }) => [kind, state, memberName === null]),
    ).toEqual([
      ['RESERVATION_CANCELLED', 'SENT', false],
      ['RESERVATION_MOVED', 'SENT', false],
      ['NEW_RESERVATION', 'SENT', true],
      ['RESERVATION_BOOKED', 'SENT', false],
    ]);
  });

  it('a repeated request queues nothing more', async () => {
    const member = await insertMember(app);
    const body = { date: '2026-12-01', time: '15-16' } as const;
    await insertReservation(app, member, body);
    await insertReservation(app, member, body);
    expect(await app.db.$count(notifications)).toBe(2);
  });

  it('what the studio does is told to customers with a mobile number, also without an account', async () => {
    const phoneReservation = await insertPhoneReservation(studio, {
      phoneNumber: '010-9876-5432',
      date: '2026-12-01',
    });
    const landline = await insertPhoneReservation(studio, { phoneNumber: '02-123-4567', date: '2026-12-02' });
    for (const { id } of [phoneReservation, landline])
      await studio.post(`/api/admin/reservation/${id}/state`, { state: 'CANCELLED', reason: '' });
    await studio.post(`/api/admin/reservation/${phoneReservation.id}/state`, { state: 'BOOKED', reason: '' });
    await runJobs();
    // The earlier ones were overtaken before they were sent.
    expect(app.sent.map(({ to }) => to)).toEqual(['01098765432']);
    expect(textsTo('01098765432')).toEqual(['12월 1일(화) 오전 9시 예약이 다시 확정되었습니다.']);
    expect((await listed(phoneReservation.id)).map(({ state, resultCode }) => [state, resultCode])).toEqual([
      ['SENT', null],
      ['SUPERSEDED', null],
      ['SUPERSEDED', null],
    ]);
    expect(await listed(landline.id)).toEqual([]);
  });

  it('nothing is told of a change to a past meeting', async () => {
    const member = await insertMember(app);
    const { id } = await insertReservation(app, member, { date: '2026-11-24', time: '09-10' });
    await runJobs();
    app.sent.length = 0;
    app.clock.set(seoulInstant('2026-11-24', 11));
    await studio.post(`/api/admin/reservation/${id}/state`, { state: 'COMPLETED', reason: '' });
    await studio.post(`/api/admin/reservation/${id}/state`, { state: 'BOOKED', reason: '' });
    await runJobs();
    expect(app.sent).toEqual([]);
  });

  it('nothing is queued for purposes that are switched off', async () => {
    const off = { booked: false, changed: false, studioBooked: false, remindsDayBefore: false };
    const isOff = { ...off, remindsHoursBefore: false };
    const before = await readSection(app.db, messageSections.messages);
    await publishChange(app, await renewSession(app, admin), 'messages', () => isOff);
    const member = await insertMember(app);
    const { id } = await insertReservation(app, member, { date: '2026-12-01', time: '15-16' });
    await postCancel(app, member, id);
    await runJobs();
    expect(await app.db.$count(notifications)).toBe(0);
    await publishChange(app, await renewSession(app, admin), 'messages', () => before);
  });
});

describe('reminders', () => {
  it('are sent once each, at their times, by several processes and after a pause of the server', async () => {
    const member = await insertMember(app);
    await insertReservation(app, member, { date: '2026-12-01', time: '15-16' });
    await runJobs();
    app.sent.length = 0;
    for (const [time, count] of [
      ['2026-11-30T08:59:59Z', 0],
      // 18:00 in Seoul, but the server was off until 19:30.
      ['2026-11-30T10:30:00Z', 1],
      ['2026-12-01T03:59:00Z', 1],
      ['2026-12-01T04:00:00Z', 2],
      ['2026-12-01T05:59:00Z', 2],
    ] as const) {
      app.clock.set(time);
      await Promise.all([queueReminders(app.deps), queueReminders(app.deps)]);
      await Promise.all([runJobs(), runJobs()]);
      expect(textsTo(member.phone), time).toHaveLength(count);
    }
    expect(new Set(textsTo(member.phone))).toEqual(
      new Set(['12월 1일(화) 오후 3시 사전 미팅이 예약되어 있습니다.']),
    );
  });

  it('are not sent when the server was off for the whole time, nor for a meeting that has begun', async () => {
    const member = await insertMember(app);
    await insertReservation(app, member, { date: '2026-12-01', time: '15-16' });
    await runJobs();
    app.sent.length = 0;
    app.clock.set(seoulInstant('2026-11-30', 21));
    await runJobs();
    app.clock.set(seoulInstant('2026-12-01', 15));
    await runJobs();
    expect(app.sent).toEqual([]);
    // A queued reminder whose sending was rejected until the meeting began is dropped.
    app.clock.set(seoulInstant('2026-12-01', 14.5));
    app.setSmsOutcome('rejected');
    await runJobs();
    app.setSmsOutcome('accepted');
    app.clock.set(seoulInstant('2026-12-01', 15.5));
    await runJobs();
    expect(app.sent).toEqual([]);
    const [reminder] = await app.db.select().from(notifications).orderBy(desc(notifications.id)).limit(1);
    expect(reminder).toMatchObject({
      kind: 'REMINDER_HOURS_BEFORE',
      state: 'SUPERSEDED',
      resultCode: 'EXPIRED',
    });
  });

  it('are not queued while their reservation is being changed', async () => {
    const member = await insertMember(app);
    const { id } = await insertReservation(app, member, { date: '2026-12-01', time: '15-16' });
    app.clock.set(seoulInstant('2026-11-30', 18.5));
    const countReminders = () => app.db.$count(notifications, like(notifications.kind, 'REMINDER%'));
    // The embedded database has one connection, so that nothing runs beside a transaction.
    if (inject('testDatabase').kind === 'postgres')
      await app.db.transaction(async (tx) => {
        await tx.select().from(reservations).where(eq(reservations.id, id)).for('update');
        await queueReminders(app.deps);
        expect(await countReminders()).toBe(0);
      });
    await queueReminders(app.deps);
    expect(await countReminders()).toBe(1);
  });

  it(`follow a reservation that is moved, and ${CHANGES} random moves and cancellations leave no stale one`, async () => {
    const places: readonly SlotOfDay[] = Array.from({ length: 6 }, (_, day) =>
      defaultSlots.map((slot) => ({ date: addDays('2026-12-01', day), slot })),
    ).flat();
    const members = await insertMembers(app, 30);
    const rows = await app.db
      .insert(reservations)
      .values(
        members.map((member, index) => ({
          code: generateRandomCode(),
          memberId: member.id,
          shootType: 'FOOD' as const,
          ...places[index]!,
          desiredShootDate: '',
          location: '',
          notes: '',
          createdAt: START,
        })),
      )
      .returning();
    // The meeting that each reservation has; null while it is cancelled. Changed directly: the claims do not matter here.
    const meetings = new Map<number, SlotOfDay | null>(
      rows.map(({ id, date, slot }) => [id, { date, slot }]),
    );
    let clock = seoulInstant('2026-11-30', 8).getTime();
    const sentFor: { readonly phone: string; readonly text: string; readonly expected: string | null }[] = [];
    for (let count = 0; count < CHANGES; count += 1) {
      const { id } = rows[randomInt(rows.length)]!;
      const now = new Date((clock += randomInt(MAX_MINUTES) * 60_000));
      app.clock.set(now);
      const next = randomInt(4) === 0 ? null : places[randomInt(places.length)]!;
      const current = meetings.get(id) ?? places[0]!;
      await app.db.transaction(async (tx) => {
        await tx
          .update(reservations)
          .set(next === null ? { state: 'CANCELLED' } : { state: 'BOOKED', ...next })
          .where(eq(reservations.id, id));
        await recordEvent(
          tx,
          { id, ...current },
          {
            actor: 'ADMIN',
            actorId: null,
            action: next === null ? 'CANCELLED' : 'MOVED',
            reason: '',
            occurredAt: now,
          },
        );
      });
      meetings.set(id, next);
      await queueReminders(app.deps);
      // Sometimes the reservation changes between queueing and sending.
      if (randomInt(3) > 0) continue;
      const before = app.sent.length;
      await sendNotifications(app.deps);
      for (const { to, text } of app.sent.slice(before)) {
        const index = members.findIndex(({ phone }) => phone === to);
        const meeting = meetings.get(rows[index]!.id) ?? null;
        const expected = meeting === null ? null : formatMeetingStart(meeting);
        sentFor.push({ phone: to, text, expected });
      }
    }
    expect(sentFor.length).toBeGreaterThan(MIN_SENT);
    for (const { text, expected } of sentFor) {
      expect(expected, text).not.toBeNull();
      expect(text).toContain(`${expected} 사전 미팅`);
    }
  });
});

describe('the night', () => {
  it('between 21:00 and 08:00 only replies are sent', async () => {
    const members = await insertMembers(app, HOURS.length);
    const night: string[] = [];
    for (const [index, hour] of HOURS.entries()) {
      const member = members[index]!;
      app.clock.set(seoulInstant('2026-11-27', hour + 0.1));
      const signedIn = await renewSession(app, member);
      const date = addDays('2026-12-03', hour);
      const { id } = await insertReservation(app, signedIn, { date, time: '15-16' });
      await insertPhoneReservation(studio, { phoneNumber: `0109876${1_000 + hour}`, date, time: '18-19' });
      await insertQuestion(app, signedIn);
      if (hour % 2 === 0) await postCancel(app, signedIn, id);
      else await studio.post(`/api/admin/reservation/${id}/state`, { state: 'CANCELLED', reason: '' });
      const before = app.sent.length;
      await runJobs();
      if (isQuiet(app.clock.now())) night.push(...app.sent.slice(before).map(({ to }) => to));
    }
    const replies = members.filter((_, index) => {
      const hour = HOURS[index]!;
      return hour % 2 === 0 && (hour < 8 || hour >= 21);
    });
    // These clients cancelled a reservation made a minute before, so they get the message about the cancellation and no other.
    expect(night.toSorted()).toEqual(replies.map(({ phone }) => phone).toSorted());
    app.clock.set(seoulInstant('2026-11-28', 8));
    await runJobs();
    expect(await app.db.$count(notifications, eq(notifications.state, 'QUEUED'))).toBe(0);
    expect(new Set(app.sent.map(({ to }) => to))).toEqual(
      new Set([
        STUDIO,
        ...members.map(({ phone }) => phone),
        ...HOURS.map((hour) => `0109876${1_000 + hour}`),
      ]),
    );
  });

  it('a change of the studio at night is told at once when the meeting begins in the morning', async () => {
    const early = await insertPhoneReservation(studio, { phoneNumber: '010-9876-5432', date: '2026-12-01' });
    const later = await insertPhoneReservation(studio, {
      phoneNumber: '010-9876-5433',
      date: '2026-12-01',
      time: '15-16',
    });
    await runJobs();
    app.sent.length = 0;
    app.clock.set(seoulInstant('2026-11-30', 22));
    for (const { id } of [early, later])
      await studio.post(`/api/admin/reservation/${id}/state`, { state: 'CANCELLED', reason: '' });
    await runJobs();
    expect(app.sent.map(({ to }) => to)).toEqual(['01098765432']);
    app.clock.set(seoulInstant('2026-12-01', 8));
    await runJobs();
    expect(app.sent.map(({ to }) => to)).toEqual(['01098765432', '01098765433']);
  });
});
