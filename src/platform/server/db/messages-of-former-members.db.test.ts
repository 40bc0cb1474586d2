import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { notifications } from '#core/messages/server/tables.ts';
import { insertMember } from '#test/factories/members.ts';
import { insertReservation } from '#test/factories/reservations.ts';
import { createTestApp } from '#test/test-app.ts';
import { readMigrations } from './read-migrations.ts';

const app = await createTestApp();

it('migration 22 ends the messages to members who had left, and no others', async () => {
  const member = await insertMember(app);
  const { id: reservationId } = await insertReservation(app, member, { date: '2026-12-01', time: '09-10' });
  await app.db.execute(sql`update reservations set member_id = null, guest_name = '전화손님',
    guest_phone = '01012345678' where id = ${reservationId}`);
  await app.db.delete(notifications);
  const now = app.clock.now();
  const times = { attempts: 1, dueAt: now, createdAt: now };
  const left = { ...times, kind: 'PHONE_CHANGED' as const };
  const phone = '01012345678';
  const ended = { state: 'SUPERSEDED', resultCode: 'WITHDRAWN', phone: null, pollAt: null };
  const rows = [
    [{ ...left, state: 'FAILED', settledAt: now }, ended],
    [{ ...left, state: 'UNKNOWN', phone }, ended],
    [{ ...left, state: 'FAILED', kind: 'WITHDRAWN' }, ended],
    [
      { ...left, state: 'UNKNOWN', kind: 'WITHDRAWN', phone },
      { state: 'UNKNOWN', phone },
    ],
    [{ ...left, state: 'SENT' }, { state: 'SENT' }],
    [{ ...left, state: 'FAILED', memberId: member.id }, { state: 'FAILED' }],
    [{ ...left, state: 'FAILED', kind: 'RESERVATION_BOOKED', reservationId }, { state: 'FAILED' }],
    [{ ...left, state: 'FAILED', kind: 'QUESTION_ASKED', recipient: 'STUDIO 1' }, { state: 'FAILED' }],
  ] as const;
  await app.db.insert(notifications).values(rows.map(([row]) => row));
  const migration = (await readMigrations()).find(({ version }) => version === 22);
  const [update] = /^update notifications [^;]+;/m.exec(migration?.statements ?? '') ?? [];
  await app.db.execute(sql.raw(update ?? ''));
  const found = await app.db.select().from(notifications).orderBy(notifications.id);
  expect(found).toMatchObject(rows.map(([, expected]) => expected));
});
