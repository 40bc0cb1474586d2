import { randomBytes, randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { describe, expect, inject, it } from 'vitest';
import { adminAccessLog, adminAuditLog } from '#core/audit/server/tables.ts';
import {
  loginLog,
  members,
  oauthTransactions,
  refreshTokens,
  reservedLoginIds,
  sessions,
  socialIdentities,
  verificationCodes,
  failureCounters,
} from '#core/auth/server/tables.ts';
import {
  idempotencyKeys,
  reservationEvents,
  reservations,
  slotClaims,
} from '#features/reservations/server/tables.ts';
import { seoulInstant } from '#platform/contract/seoul-time.ts';
import { completedRequests, rateCounters } from '#platform/server/db/tables.ts';
import { insertMember } from '#test/factories/members.ts';
import { insertReservation } from '#test/factories/reservations.ts';
import { createTestApp } from '#test/test-app.ts';
import { waitUntilBlocking } from '#test/wait-until-blocking.ts';
import {
  hourlyRules,
  PURGE_BATCH_SIZE,
  PURGE_LOCK_ID,
  purgeExpired,
  retentionRules,
} from './purge-expired.ts';

const app = await createTestApp();
const { db } = app;
const member = await insertMember(app);
const reservation = await insertReservation(app, member);

const HOUR_MS = 3_600_000;
const count = async (table: string): Promise<number> => {
  const { rows } = await db.execute<{ count: number }>(
    sql`select count(*)::int as count from ${sql.raw(table)}`,
  );
  return rows[0]?.count ?? 0;
};
/** 04:00 in Seoul on a date, when the daily purge runs. */
const nightOf = (date: string): Date => seoulInstant(date, 4);
/** Purges at each of the given instants and returns the number of rows left after each. */
const countAfterPurges = async (table: string, instants: readonly Date[]): Promise<number[]> => {
  const left: number[] = [];
  for (const instant of instants) {
    await purgeExpired(db, instant);
    left.push(await count(table));
  }
  return left;
};

const subject = () => sql`${randomBytes(32)}::bytea`;
const insertRetained: Record<string, (since: string) => Promise<unknown>> = {
  'legal_retention.contracts': (since) =>
    db.execute(sql`
      insert into legal_retention.contracts (subject_hash, name, code, shoot_type, date, slot, location, booked_at, since)
      values (${subject()}, '홍길동', 'AAAAA-AAAAA', 'FOOD', ${since}, '09-10', '서울', ${since}, ${since})
    `),
  'legal_retention.disputes': (since) =>
    db.execute(sql`
      insert into legal_retention.disputes (subject_hash, name, title, content, asked_at, since)
      values (${subject()}, '홍길동', '제목', '내용', ${since}, ${since})
    `),
  'legal_retention.consents': (since) =>
    db.execute(sql`
      insert into legal_retention.consents (subject_hash, name, item, version, ip_address, agreed_at, since)
      values (${subject()}, '홍길동', 'terms', '1', '203.0.113.1', ${since}, ${since})
    `),
};

/** Table, start date of the retention period, last day on which the row exists, first day on which it is deleted. */
const calendarCases = [
  ['legal_retention.contracts', '2026-11-21', '2031-11-21', '2031-11-22'],
  ['legal_retention.contracts', '2028-02-29', '2033-02-28', '2033-03-01'],
  ['legal_retention.contracts', '2027-02-28', '2032-02-29', '2032-03-01'],
  ['legal_retention.disputes', '2026-11-21', '2029-11-21', '2029-11-22'],
  ['legal_retention.disputes', '2028-02-29', '2031-02-28', '2031-03-01'],
  ['legal_retention.consents', '2026-11-21', '2029-11-21', '2029-11-22'],
  ['legal_retention.consents', '2028-02-29', '2031-02-28', '2031-03-01'],
] as const;

describe('L-05 legal retention', () => {
  it.each(calendarCases)(
    'a row of %s from %s is retained through %s and deleted on %s',
    async (table, since, last, first) => {
      await insertRetained[table]?.(since);
      expect(await countAfterPurges(table, [nightOf(last), nightOf(first), nightOf(first)])).toEqual([
        1, 0, 0,
      ]);
    },
  );
});

const loginAt = (occurredAt: Date) =>
  db.insert(loginLog).values({ outcome: 'SUCCESS', ip: '203.0.113.1', userAgent: 'test', occurredAt });
const accessAt = (occurredAt: Date) =>
  db
    .insert(adminAccessLog)
    .values({ adminId: randomUUID(), ip: '203.0.113.1', action: 'LIST_MEMBERS', subjectIds: [], occurredAt });

describe('logs', () => {
  it.each([
    ['2026-11-21', '2027-02-21', '2027-02-22'],
    ['2026-11-30', '2027-02-28', '2027-03-01'],
    ['2027-11-29', '2028-02-29', '2028-03-01'],
    ['2028-02-29', '2028-05-31', '2028-06-01'],
  ])(
    'the login log of %s is retained for 3 months, through %s, and deleted on %s',
    async (day, last, first) => {
      await db.delete(loginLog);
      await loginAt(seoulInstant(day, 0));
      await loginAt(seoulInstant(day, 23));
      expect(await countAfterPurges('login_log', [nightOf(last), nightOf(first)])).toEqual([2, 0]);
    },
  );

  it.each([
    ['2026-11-21', '2028-11-21', '2028-11-22'],
    ['2028-02-29', '2030-02-28', '2030-03-01'],
  ])(
    'L-06 the admin access log of %s is retained for 2 years, through %s, and deleted on %s',
    async (day, last, first) => {
      await accessAt(seoulInstant(day, 12));
      expect(await countAfterPurges('admin_access_log', [nightOf(last), nightOf(first)])).toEqual([1, 0]);
    },
  );

  it('L-06 the admin audit log is retained for 2 years', async () => {
    const line = { adminId: randomUUID(), ip: '203.0.113.1', action: 'BLOCK_SLOT', target: 'slot:x' };
    await db.insert(adminAuditLog).values({ ...line, occurredAt: seoulInstant('2026-11-21', 12) });
    expect(await countAfterPurges('admin_audit_log', [nightOf('2028-11-21'), nightOf('2028-11-22')])).toEqual(
      [1, 0],
    );
  });
});

describe('L-05 phone reservations', () => {
  const phoneReservation = {
    shootType: 'FOOD',
    desiredShootDate: '',
    location: '',
    notes: '',
    guestName: '전화손님',
  } as const;
  const insertPhoneReservation = async (code: string, date: string) => {
    const place = { date, slot: '12-13' } as const;
    const [row] = await db
      .insert(reservations)
      .values({ ...phoneReservation, ...place, code })
      .returning({ id: reservations.id });
    const reservationId = row?.id ?? 0;
    await db.insert(slotClaims).values({ ...place, kind: 'BOOKED', reservationId });
    const event = {
      ...place,
      reservationId,
      action: 'COMPLETED',
      actor: 'ADMIN',
      occurredAt: new Date(),
    } as const;
    await db.insert(reservationEvents).values(event);
  };

  it.each([
    ['2026-12-01', '2031-12-01', '2031-12-02'],
    ['2028-02-29', '2033-02-28', '2033-03-01'],
  ])(
    'a phone reservation on %s is retained through %s and deleted on %s with its slot and history',
    async (date, last, first) => {
      await insertPhoneReservation('GGGGG-00000', date);
      expect(await countAfterPurges('reservations', [nightOf(last), nightOf(first)])).toEqual([2, 1]);
      expect(await count('slot_claims')).toBe(1);
      expect(await count('reservation_events')).toBe(0);
    },
  );
});

it('L-05 the retention of a cancelled phone reservation starts on the day of its cancellation', async () => {
  const place = { date: '2027-11-20', slot: '15-16' } as const;
  const [row] = await db
    .insert(reservations)
    .values({
      ...place,
      code: 'GGGGG-11111',
      guestName: '취소손님',
      shootType: 'FOOD',
      state: 'CANCELLED',
      desiredShootDate: '',
      location: '',
      notes: '',
    })
    .returning({ id: reservations.id });
  const event = { ...place, reservationId: row?.id ?? 0, actor: 'ADMIN' } as const;
  await db.insert(reservationEvents).values([
    { ...event, action: 'MOVED', occurredAt: seoulInstant('2026-11-22', 9) },
    { ...event, action: 'CANCELLED', occurredAt: seoulInstant('2026-12-01', 0) },
  ]);
  expect(await countAfterPurges('reservations', [nightOf('2031-12-01'), nightOf('2031-12-02')])).toEqual([
    2, 1,
  ]);
});

describe('the purge of expired rows', () => {
  const at = new Date('2026-11-22T03:00:00Z');
  const after = (hours: number, milliseconds = 0) => new Date(at.getTime() + hours * HOUR_MS + milliseconds);
  const key = () => randomBytes(8).toString('hex');

  const cases: readonly (readonly [string, number, () => Promise<unknown>])[] = [
    [
      'verification_codes',
      24,
      () =>
        db.insert(verificationCodes).values({
          purpose: 'JOIN',
          phone: '01011112222',
          codeHash: randomBytes(32),
          createdAt: after(-1),
          expiresAt: at,
        }),
    ],
    ['rate_counters', 24, () => db.insert(rateCounters).values({ key: key(), windowStart: at, hits: 1 })],
    [
      'failure_counters',
      1,
      () =>
        db.insert(failureCounters).values({ key: key(), failures: 1, expiresAt: after(-1), lockedUntil: at }),
    ],
    ['completed_requests', 1, () => db.insert(completedRequests).values({ key: key(), completedAt: at })],
    [
      'reserved_login_ids',
      0,
      () => db.insert(reservedLoginIds).values({ keyHash: randomBytes(32), expiresAt: at }),
    ],
    [
      'idempotency_keys',
      24,
      () =>
        db.insert(idempotencyKeys).values({
          memberId: member.id,
          key: key(),
          requestHash: randomBytes(32),
          reservationId: reservation.id,
          createdAt: at,
        }),
    ],
  ];
  it.each(cases)('a row of %s is purged exactly %i hours after it expires', async (table, hours, insert) => {
    await insert();
    expect(await countAfterPurges(table, [after(hours, -1), after(hours)])).toEqual([1, 0]);
  });

  it('oauth_transactions are purged as soon as they expire', async () => {
    const values = {
      browserCookieHash: randomBytes(32),
      provider: 'kakao',
      createdAt: after(-1),
      expiresAt: at,
    } as const;
    await db.insert(oauthTransactions).values({ ...values, stateHash: randomBytes(32) });
    expect(await countAfterPurges('oauth_transactions', [after(0, -1), after(0)])).toEqual([1, 0]);
  });

  it('L-01 a social member without a completed profile is purged after a day, except for the identity needed to unlink it', async () => {
    const before = await count('members');
    const [pending] = await db
      .insert(members)
      .values({ name: '', status: 'PENDING_SOCIAL', createdAt: at })
      .returning({ id: members.id });
    const identity = { provider: 'naver', subject: 'never-agreed', memberId: pending?.id ?? null } as const;
    await db.insert(socialIdentities).values(identity);
    expect(await countAfterPurges('members', [after(24, -1), after(24)])).toEqual([before + 1, before]);
    expect(await db.select().from(socialIdentities)).toMatchObject([{ ...identity, memberId: null }]);
  });

  it('L-01 the purge keeps a social member who completes the profile concurrently', async () => {
    const [pending] = await db
      .insert(members)
      .values({ name: '', status: 'PENDING_SOCIAL', createdAt: at })
      .returning({ id: members.id });
    const isMember = eq(members.id, pending?.id ?? '');
    let purging: Promise<unknown> = Promise.resolve();
    await db.transaction(async (tx) => {
      await tx
        .update(members)
        .set({ status: 'ACTIVE', createdAt: after(24) })
        .where(isMember);
      purging = purgeExpired(db, after(24), undefined, hourlyRules);
      await waitUntilBlocking(tx);
    });
    await purging;
    expect(await db.$count(members, isMember)).toBe(1);
    await db.delete(members).where(isMember);
  });

  it('slot_claims: holds are purged when they expire, reservations and blocks never', async () => {
    await db.insert(slotClaims).values([
      { date: '2026-11-22', slot: '12-13', kind: 'HELD', heldBy: member.id, heldUntil: at, createdAt: at },
      { date: '2026-11-22', slot: '15-16', kind: 'BLOCKED', createdAt: after(-1_000) },
    ]);
    expect(await countAfterPurges('slot_claims', [after(0, -1), after(0), after(10_000)])).toEqual([3, 2, 2]);
    await db.delete(slotClaims).where(eq(slotClaims.kind, 'BLOCKED'));
  });

  it('sessions are purged with their tokens a day after logout or expiry', async () => {
    await db.delete(sessions);
    const insertSession = async (ends: { expiresAt: Date; revokedAt: Date | null }) => {
      const values = {
        memberId: member.id,
        ip: '203.0.113.1',
        userAgent: 'test',
        createdAt: after(-1),
        ...ends,
      };
      const [row] = await db.insert(sessions).values(values).returning({ id: sessions.id });
      const { expiresAt } = ends;
      const token = { tokenHash: randomBytes(32), sessionId: row?.id ?? '', expiresAt, createdAt: after(-1) };
      await db.insert(refreshTokens).values(token);
    };
    await insertSession({ expiresAt: at, revokedAt: null });
    await insertSession({ expiresAt: after(720), revokedAt: at });
    await insertSession({ expiresAt: after(720), revokedAt: null });
    expect(await countAfterPurges('sessions', [after(24, -1), after(24)])).toEqual([3, 1]);
    expect(await count('refresh_tokens')).toBe(1);
  });
});

describe('the purge', () => {
  const now = nightOf('2040-01-01');
  const fill = (rows: number) =>
    db.execute(sql`
      insert into login_log (outcome, ip_address, user_agent, occurred_at)
      select 'SUCCESS', '203.0.113.1', 'test', timestamptz '2039-01-01' from generate_series(1, ${rows}::int)
    `);

  it('the purge deletes batches until no expired row is left', async () => {
    await fill(2 * PURGE_BATCH_SIZE + 1);
    expect(await purgeExpired(db, now)).toMatchObject({ login_log: 2 * PURGE_BATCH_SIZE + 1 });
    expect(await purgeExpired(db, now)).toMatchObject({ login_log: 0 });
  });

  it('an aborted purge stops between two batches, and the next purge deletes the rest', async () => {
    await fill(PURGE_BATCH_SIZE + 1);
    const stopped = await purgeExpired(db, now, AbortSignal.abort());
    expect(Object.values(stopped).every((deleted) => deleted === 0)).toBe(true);
    expect(await purgeExpired(db, now)).toMatchObject({ login_log: PURGE_BATCH_SIZE + 1 });
  });

  it('concurrent purges delete each row once', async () => {
    await fill(2 * PURGE_BATCH_SIZE);
    const runs = await Promise.all([1, 2, 3].map(() => purgeExpired(db, now)));
    const deleted = runs.reduce((sum, { login_log = 0 }) => sum + login_log, 0);
    const { login_log: rest = 0 } = await purgeExpired(db, now);
    expect(deleted + rest).toBe(2 * PURGE_BATCH_SIZE);
  });

  it('L-01 pending social members are purged hourly', () => {
    expect(hourlyRules.map(({ table }) => table)).toEqual(['members']);
  });

  it('each table has at most one retention rule', () => {
    expect(new Set(retentionRules.map(({ table }) => table)).size).toBe(retentionRules.length);
  });

  it('the purge skips a table that another instance is purging', async () => {
    await fill(1);
    // The embedded database never has a second instance.
    if (inject('testDatabase').kind === 'postgres') {
      await db.transaction(async (tx) => {
        await tx.execute(sql`select pg_advisory_xact_lock(${PURGE_LOCK_ID}::int, hashtext('login_log'))`);
        expect(await purgeExpired(db, now)).toMatchObject({ login_log: 0 });
      });
    }
    expect(await purgeExpired(db, now)).toMatchObject({ login_log: 1 });
  });

  it('the purge keeps members, reservations and slot claims that have not expired', async () => {
    expect(await count('members')).toBe(1);
    expect(await count('reservations')).toBe(1);
    expect(await count('slot_claims')).toBe(1);
  });
});
