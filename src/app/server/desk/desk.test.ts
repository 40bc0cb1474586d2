import { randomInt } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { adminAccessLog } from '#core/audit/server/tables.ts';
import { members } from '#core/auth/server/tables.ts';
import type { Notification } from '#core/messages/contract/notifications.ts';
import { notifications } from '#core/messages/server/tables.ts';
import { answers, questions } from '#features/questions/server/tables.ts';
import type { AdminReservation } from '#features/reservations/contract/admin-reservations.ts';
import { reservationStates } from '#features/reservations/contract/reservations.ts';
import { defaultSlots } from '#features/reservations/contract/slots.ts';
import { reservations, slotClaims } from '#features/reservations/server/tables.ts';
import { addDays, seoulDate, seoulInstant } from '#platform/contract/seoul-time.ts';
import { generateRandomCode } from '#platform/server/crypto/random-code.ts';
import { defaultCategories } from '#test/factories/default-categories.ts';
import { insertAdmin, insertMember } from '#test/factories/members.ts';
import { insertPhotoRows } from '#test/factories/photos.ts';
import { insertReservation, renewSession } from '#test/factories/reservations.ts';
import { publishChange } from '#test/factories/settings.ts';
import { createTestApp } from '#test/test-app.ts';
import type { Desk, DeskCounts } from '../../contract/desk.ts';
import { createApp } from '../app.ts';

const NOW = '2026-11-21T03:30:00Z';
const app = await createTestApp({ now: NOW });
const admin = await insertAdmin(app);
const member = await insertMember(app, { name: '오늘손님', phone: '01012345678' });

const read = async <Value>(path: string): Promise<Value> => {
  const { accessToken: token } = await renewSession(app, admin);
  const response = await app.get(path, { token });
  expect(response.status).toBe(200);
  return (await response.json()) as Value;
};
const readDesk = () => read<Desk>('/api/admin/desk');

beforeEach(async () => {
  app.clock.set(NOW);
  for (const table of [slotClaims, reservations, answers, notifications, questions])
    await app.db.delete(table);
});

describe('the desk', () => {
  it('shows today’s meetings by time with the phone, without cancelled ones, and records who read it', async () => {
    app.clock.set('2026-11-20T03:00:00Z');
    const own = await renewSession(app, member);
    const late = await insertReservation(app, own, { date: '2026-11-21', time: '21-22' });
    const early = await insertReservation(app, own, { date: '2026-11-21', time: '09-10' });
    await app.db.execute(sql`update reservations set state = 'COMPLETED' where id = ${early.id}`);
    const gone = await insertReservation(app, await insertMember(app), { date: '2026-11-21', time: '12-13' });
    app.clock.set(NOW);
    const { accessToken: token } = await renewSession(app, admin);
    await app.post(`/api/admin/reservation/${gone.id}/state`, { state: 'CANCELLED' }, { token });
    const desk = await readDesk();
    expect(desk.date).toBe('2026-11-21');
    expect(desk.meetings.map(({ id, state, phoneNumber }) => ({ id, state, phoneNumber }))).toEqual([
      { id: early.id, state: 'COMPLETED', phoneNumber: '01012345678' },
      { id: late.id, state: 'BOOKED', phoneNumber: '01012345678' },
    ]);
    const [entry] = (await app.db.select().from(adminAccessLog)).slice(-1);
    expect(entry).toMatchObject({ action: 'VIEW_DESK', subjectIds: [member.id] });
  });

  it('shows tomorrow’s meetings with the studio’s notes, and the next ones when both days are empty', async () => {
    const { accessToken: token } = await renewSession(app, admin);
    const own = await renewSession(app, member);
    const dates = ['2026-11-25', '2026-11-24', '2026-11-27', '2026-11-26'];
    const later = [];
    for (const date of dates) later.push(await insertReservation(app, own, { date, time: '09-10' }));
    const [second, first, , third] = later.map(({ id }) => id);
    expect((await readDesk()).meetings.map(({ id }) => id)).toEqual([first, second, third]);

    const tomorrow = await insertReservation(app, own, { date: '2026-11-22', time: '12-13' });
    const note = { text: '조명 두 대', seenAt: null };
    await app.put(`/api/admin/reservation/${tomorrow.id}/note`, note, { token });
    const { meetings } = await readDesk();
    expect(meetings.map(({ id, note: text }) => ({ id, text }))).toEqual([
      { id: tomorrow.id, text: '조명 두 대' },
    ]);
  });

  it('counts the slots of seven days', async () => {
    const { accessToken: token } = await renewSession(app, admin);
    await app.post('/api/admin/reservation/block-time', { date: '2026-11-23', timeSlot: '12-13' }, { token });
    await insertReservation(app, await renewSession(app, member), { date: '2026-11-23', time: '09-10' });
    const { week } = await readDesk();
    expect(week).toHaveLength(7);
    expect(week[0]).toMatchObject({ date: '2026-11-21', booked: 0, blocked: 0, free: 5 });
    expect(week[2]).toMatchObject({ date: '2026-11-23', booked: 1, blocked: 1, free: 3 });
  });

  it('an admin without a phone number is asked for one once messages are sent', async () => {
    expect(await readDesk()).toMatchObject({ sendsSms: false, needsPhone: false });
    const { env } = app.deps;
    const site = createApp({ ...app.deps, env: { ...env, services: { ...env.services, sendsSms: true } } });
    const { accessToken } = await renewSession(app, admin);
    const readNeed = async (): Promise<boolean> => {
      const headers = { authorization: `Bearer ${accessToken}` };
      const response = await site.request('/api/admin/desk', { headers });
      return ((await response.json()) as Desk).needsPhone;
    };
    const setPhone = (phone: string | null) =>
      app.db.update(members).set({ phone }).where(eq(members.id, admin.id));
    await setPhone(null);
    expect(await readNeed()).toBe(true);
    await setPhone('01011112222');
    expect(await readNeed()).toBe(false);
  });

  it('each step of the set-up is done once it is done', async () => {
    expect((await readDesk()).openSteps).toEqual([
      'identity',
      'photo',
      'prices',
      'hours',
      'sms',
      'legal',
      'reservation',
    ]);
    await publishChange(app, await renewSession(app, admin), 'packages', () => ({}));
    await insertPhotoRows(app, 'REPRESENTATIVE', ['own']);
    await insertReservation(app, await renewSession(app, member), { date: '2026-11-23' });
    expect(await readDesk()).toMatchObject({
      openSteps: ['identity', 'hours', 'sms', 'legal'],
      sendsSms: false,
      version: expect.stringMatching(/^\d+\.\d+\.\d+$/) as string,
    });
  });
});

const pick = <Value>(values: readonly Value[]): Value => values[randomInt(values.length)] as Value;

/** A year of reservations, inquiries and messages with times at midnights and ends of months. */
const seedYear = async (today: string): Promise<void> => {
  const from = addDays(today, -365);
  const usedSlots = new Set<string>();
  const rows = Array.from({ length: 600 }, () => {
    const date = addDays(from, randomInt(395));
    const slot = pick(defaultSlots);
    const state = usedSlots.has(`${date} ${slot}`)
      ? ('CANCELLED' as const)
      : date < today
        ? pick(reservationStates)
        : ('BOOKED' as const);
    if (state !== 'CANCELLED') usedSlots.add(`${date} ${slot}`);
    const midnight = seoulInstant(addDays(from, randomInt(366)), 0).getTime();
    const createdAt = new Date(midnight + pick([-1, 0, 1, randomInt(86_400_000)]));
    const details = { desiredShootDate: '내년', location: '서울', notes: '' };
    const code = generateRandomCode();
    return {
      ...details,
      code,
      memberId: member.id,
      shootType: pick(defaultCategories),
      date,
      slot,
      state,
      createdAt,
    };
  }).filter(({ createdAt }) => createdAt <= app.clock.now());
  const inserted = await app.db.insert(reservations).values(rows).returning();
  await app.db
    .insert(slotClaims)
    .values(
      inserted
        .filter(({ state }) => state !== 'CANCELLED')
        .map(({ id, date, slot }) => ({ date, slot, kind: 'BOOKED' as const, reservationId: id })),
    );
  const blocked = Array.from({ length: 60 }, () => ({
    date: addDays(from, randomInt(380)),
    slot: pick(defaultSlots),
    kind: 'BLOCKED' as const,
  }));
  await app.db.insert(slotClaims).values(blocked).onConflictDoNothing();
  const asked = await app.db
    .insert(questions)
    .values(Array.from({ length: 40 }, () => ({ memberId: member.id, title: '문의', content: '내용' })))
    .returning();
  const answered = asked.filter(() => randomInt(2) === 0);
  if (answered.length > 0)
    await app.db.insert(answers).values(answered.map(({ id }) => ({ questionId: id, content: '답변' })));
  const states = ['QUEUED', 'SENT', 'SIMULATED', 'FAILED', 'UNKNOWN'] as const;
  await app.db.insert(notifications).values(
    asked.map(({ id }) => ({
      kind: 'QUESTION_ASKED' as const,
      questionId: id,
      state: pick(states),
      dueAt: app.clock.now(),
      createdAt: app.clock.now(),
    })),
  );
};

describe('the figures equal an independent count', () => {
  it.each(['2026-12-31T14:59:59.999Z', '2026-12-31T15:00:00Z', '2027-03-01T01:30:00Z'])(
    'in a random year that ends at %s',
    async (now) => {
      app.clock.set(now);
      const today = seoulDate(new Date(now));
      await seedYear(today);
      // Local time by the database's time zone tables, not by the offset that the server uses.
      const seoul = (column: string) => sql.raw(`(${column} at time zone 'Asia/Seoul')`);
      const count = async (query: ReturnType<typeof sql>): Promise<number> =>
        Number((await app.db.execute<{ count: string }>(query)).rows[0]?.count);

      const counts = await read<DeskCounts>('/api/admin/desk/counts');
      expect(counts).toEqual({
        waitingQuestions: await count(sql`
          select count(*) from questions left join answers on answers.question_id = questions.id where answers.id is null`),
        newReservations: await count(sql`
          select count(*) from reservations where ${seoul('created_at')}::date = ${today}::date`),
        unsettledReservations: await count(sql`
          select count(*) from reservations where state = 'BOOKED'
            and date + make_interval(hours => left(slot, 2)::int) <= ${seoul(`timestamptz '${now}'`)}`),
        unsentMessages: await count(
          sql`select count(*) from notifications where state in ('FAILED', 'UNKNOWN')`,
        ),
      });
      const lengths = {
        newReservations: (
          await read<AdminReservation[]>(`/api/admin/reservation?createdOn=${today}&limit=100`)
        ).length,
        unsentMessages: (await read<Notification[]>('/api/admin/notification?unsent=true&limit=100')).length,
      };
      expect(counts).toMatchObject(lengths);
    },
  );
});
