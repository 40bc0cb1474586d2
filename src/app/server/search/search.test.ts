import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { reservations } from '#features/reservations/server/tables.ts';
import { createAdminClient, insertPhoneReservation } from '#test/factories/admin-client.ts';
import { insertMember } from '#test/factories/members.ts';
import { insertQuestion } from '#test/factories/questions.ts';
import { insertReservation } from '#test/factories/reservations.ts';
import { withQueryLog } from '#test/query-log.ts';
import { createTestApp } from '#test/test-app.ts';
import type { SearchResults } from '../../contract/search.ts';
import { searchReservations } from './queries.ts';

const app = await createTestApp();
const studio = await createAdminClient(app, 'studio.admin');
const anna = await insertMember(app, { loginId: 'Anna.Member', name: '김안나', phone: '01012340003' });
const other = await insertMember(app, { name: '보라 Kim', phone: '01098760004' });
const early = await insertReservation(app, anna, { time: '12-13' });
const late = await insertReservation(app, anna, { date: '2026-11-25' });
const phoned = await insertPhoneReservation(studio, { guestName: '이전화', phoneNumber: '02-555-7788' });
const { id: titled } = await insertQuestion(app, other, { title: '드론 촬영', secret: true });
const { id: asked } = await insertQuestion(app, anna, { title: '하나', content: '드론으로도 찍나요?' });

const search = (keyword: string) =>
  studio.getJson<SearchResults>(`/api/admin/search?keyword=${encodeURIComponent(keyword)}`);
/** The names of the customers, and the ids of the rest. */
const found = async (keyword: string) => {
  const { reservations: booked, customers, questions } = await search(keyword);
  return [
    booked.map(({ id }) => id),
    customers.map(({ name }) => name),
    questions.map(({ id }) => id),
  ] as const;
};

describe('the search of the admins', () => {
  it.each([
    ['a part of a member’s name, latest meeting first', '안나', [late.id, early.id], ['김안나'], []],
    ['a part of a name in another case', 'KIM', [], ['보라 Kim'], []],
    ['a part of a caller’s name', '전화', [phoned.id], ['이전화'], []],
    ['a part of a login id in another case', 'anna.m', [late.id, early.id], ['김안나'], []],
    ['the last four digits of a member’s number', '0003', [late.id, early.id], ['김안나'], []],
    ['the whole number with a country code', '+82 10-1234-0003', [late.id, early.id], ['김안나'], []],
    ['the last digits of a caller’s number', '7788', [phoned.id], ['이전화'], []],
    ['the number with dots', '02.555.7788', [phoned.id], ['이전화'], []],
    ['more digits of it', '555-7788', [phoned.id], ['이전화'], []],
    ['digits that are not the last ones', '5557', [], [], []],
    ['the text of inquiries, also secret ones, newest first', '드론', [], [], [asked, titled]],
    ['a wildcard, literally', '%%', [], [], []],
  ])('finds by %s', async (_, keyword, bookings, customers, questions) => {
    expect(await found(keyword)).toEqual([bookings, customers, questions]);
  });

  it('finds a reservation by its code and by the beginning of it, typed in any way', async () => {
    const code = early.reservationCode;
    for (const typed of [code, code.replace('-', '').toLowerCase(), code.slice(0, 5), code.slice(0, 8)])
      expect((await found(typed))[0]).toEqual([early.id]);
  });

  it('describes what it found', async () => {
    expect(await search('0003')).toMatchObject({
      reservations: [late, early].map(({ id, date, time }) => ({
        id,
        date,
        time,
        shootType: 'WEDDING',
        state: 'BOOKED',
        memberName: '김안나',
        phoneNumber: '01012340003',
      })),
      customers: [
        { id: anna.id, name: '김안나', phoneNumber: '01012340003', isMember: true, reservations: 2 },
      ],
      questions: [],
    });
    expect((await search('드론')).questions[0]).toEqual({
      id: asked,
      title: '하나',
      memberName: '김안나',
      createdAt: app.clock.now().toISOString(),
      answered: false,
    });
  });

  it('rejects a keyword of one character', async () => {
    expect((await studio.get(`/api/admin/search?keyword=${encodeURIComponent(' 김 ')}`)).status).toBe(400);
  });
});

describe('with many reservations', () => {
  beforeAll(async () => {
    await app.db.execute(sql`
      insert into reservations (code, guest_name, guest_phone, shoot_type, date, slot, desired_shoot_date, location, notes)
      select upper(lpad(to_hex(n), 5, '0')) || '-AAAAA', '손님' || n, '010' || lpad(n::text, 8, '0'), 'FOOD',
        date '2016-01-01' + n, '09-10', '', '서울숲', ''
      from generate_series(1, 3000) as n`);
    await app.db.execute(sql`analyze members, reservations`);
  });

  it('returns the eight latest ones', async () => {
    const { reservations: booked } = await search('손님');
    expect(booked.map(({ memberName }) => memberName)).toEqual(
      Array.from({ length: 8 }, (_, index) => `손님${3000 - index}`),
    );
  });

  it('does not read all reservations', async () => {
    const { $client: client } = app.db as unknown as {
      $client: { query(text: string, params: unknown[]): Promise<{ rows: { 'QUERY PLAN': string }[] }> };
    };
    for (const keyword of ['전화', '7788', '00ABC']) {
      const statements: [string, unknown[]][] = [];
      const db = withQueryLog(app, (text, params) => void statements.push([text, params]));
      expect(await searchReservations(db, keyword, app.clock.now())).not.toEqual([]);
      const plans = await Promise.all(
        statements.map(async ([text, params]) => (await client.query(`explain ${text}`, params)).rows),
      );
      expect(plans.flat().map((row) => row['QUERY PLAN'])).not.toContainEqual(
        expect.stringContaining('Seq Scan on reservations'),
      );
    }
    expect(await app.db.$count(reservations)).toBeGreaterThan(3000);
  });
});
