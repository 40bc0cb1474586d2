import { eq, sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { members } from '#core/auth/server/tables.ts';
import { insertPhoneReservation, createAdminClient } from '#test/factories/admin-client.ts';
import { insertMember } from '#test/factories/members.ts';
import { insertReservation } from '#test/factories/reservations.ts';
import { createTestApp } from '#test/test-app.ts';
import type { ListedReservation, ReservationSort } from '../contract/admin-reservations.ts';
import { listReservations } from './admin/queries.ts';
import { reservations } from './tables.ts';

const app = await createTestApp();
const studio = await createAdminClient(app);
const kim = await insertMember(app, { name: '김사진' });

const first = await insertReservation(app, kim, { date: '2026-12-01', time: '21-22', shootType: 'FOOD' });
app.clock.advance(60_000);
const second = await insertPhoneReservation(studio, { date: '2026-11-24', guestName: '전화 Anna' });
app.clock.advance(60_000);
const third = await insertReservation(app, kim, { date: '2026-12-24', shootType: 'WEDDING' });
app.clock.advance(60_000);
const fourth = await insertPhoneReservation(studio, { date: '2026-12-01', guestName: '사진 찍는 이' });
await app.db.update(reservations).set({ state: 'NO_SHOW' }).where(eq(reservations.id, third.id));

const PATH = '/api/admin/reservation';
const ordersOf: Record<ReservationSort, number[]> = {
  'date-desc': [third.id, first.id, fourth.id, second.id],
  'date-asc': [second.id, fourth.id, first.id, third.id],
  'created-desc': [fourth.id, third.id, second.id, first.id],
};
const sorts = Object.keys(ordersOf) as ReservationSort[];

const find = async (query: string, path = PATH): Promise<number[]> =>
  (await studio.getJson<ListedReservation[]>(`${path}?${query}`)).map(({ id }) => id);

/** Reads all pages of a list by following its links. */
const readPages = async (start: string): Promise<number[]> => {
  const seen: number[] = [];
  for (let path: string | undefined = start; path !== undefined;) {
    const response: Response = await studio.get(path);
    expect(response.status).toBe(200);
    seen.push(...((await response.json()) as ListedReservation[]).map(({ id }) => id));
    path = /^<([^>]+)>; rel="next"$/.exec(response.headers.get('link') ?? '')?.[1];
  }
  return seen;
};

describe('sorting the admins’ list', () => {
  it.each(sorts)('%s', async (sort) => {
    expect(await find(`sort=${sort}`)).toEqual(ordersOf[sort]);
  });

  it.each(sorts.flatMap((sort) => [1, 2, 3].map((limit) => [sort, limit] as const)))(
    'the list sorted by %s in pages of %i has each row once',
    async (sort, limit) => {
      expect(await readPages(`${PATH}?sort=${sort}&limit=${limit}`)).toEqual(ordersOf[sort]);
    },
  );

  it('reservations created at the same microsecond are sorted by id', async () => {
    await app.db.execute(sql`
      insert into reservations (code, guest_name, shoot_type, date, slot, desired_shoot_date, location, notes, created_at)
      select lpad(n::text, 5, '0') || '-00000', '한꺼번에', 'FOOD', '2027-03-01'::date + n, '09-10', '', '', '',
        timestamptz '2026-11-21 01:00:00.000123+00'
      from generate_series(1, 7) as n
    `);
    const query = `name=${encodeURIComponent('한꺼번에')}&sort=created-desc`;
    const whole = await find(query, `${PATH}/search/name`);
    expect(whole).toEqual(whole.toSorted((a, b) => b - a));
    expect(whole.length).toBe(7);
    expect(await readPages(`${PATH}/search/name?${query}&limit=2`)).toEqual(whole);
    await app.db.delete(reservations).where(eq(reservations.guestName, '한꺼번에'));
  });

  it.each([
    'sort=id',
    'sort=',
    'sort=date-desc&sort=date-asc',
    // A cursor of one sort order is invalid for another.
    'sort=created-desc&cursor=2026-12-01.09-10.1',
    'sort=date-asc&cursor=1795222800000000.1',
    'sort=created-desc&cursor=1.0',
    'sort=created-desc&cursor=12345678901234567.1',
    'from=2026-02-30',
    'to=x',
    'shootType=portrait',
    'state=HELD',
    'unsettled=yes',
    'state=BOOKED&state=CANCELLED',
  ])('S-045 answers %s 400', async (query) => {
    expect((await studio.get(`${PATH}?${query}`)).status).toBe(400);
  });
});

describe('filtering the admins’ list', () => {
  it.each([
    ['from=2026-12-01', [third.id, first.id, fourth.id]],
    ['to=2026-12-01', [first.id, fourth.id, second.id]],
    ['from=2026-12-01&to=2026-12-01', [first.id, fourth.id]],
    ['from=2026-12-02&to=2026-12-01', []],
    ['shootType=FOOD', [first.id, fourth.id, second.id]],
    ['state=NO_SHOW', [third.id]],
    ['state=BOOKED&shootType=FOOD&from=2026-12-01&sort=date-asc', [fourth.id, first.id]],
    ['state=CANCELLED', []],
  ])('%s', async (query, ids) => {
    expect(await find(query)).toEqual(ids);
  });

  it('filters and sort order apply to both searches', async () => {
    const name = `name=${encodeURIComponent('사진')}`;
    expect(await find(`${name}&sort=date-asc`, `${PATH}/search/name`)).toEqual([
      fourth.id,
      first.id,
      third.id,
    ]);
    expect(await find(`${name}&state=BOOKED`, `${PATH}/search/name`)).toEqual([first.id, fourth.id]);
    const code = `code=${second.reservationCode}`;
    expect(await find(code, `${PATH}/search/code`)).toEqual([second.id]);
    expect(await find(`${code}&shootType=WEDDING`, `${PATH}/search/code`)).toEqual([]);
  });
});

describe('unsettled reservations', () => {
  const count = async () => {
    const counts = (await studio.getJson('/api/admin/desk/counts')) as { unsettledReservations: number };
    return counts.unsettledReservations;
  };

  it('unsettled reservations are those still 예약 확정 after their meeting began, in count and list', async () => {
    const start = app.clock.now();
    expect(await count()).toBe(0);
    expect(await find('unsettled=true')).toEqual([]);
    for (const [now, ids] of [
      ['2026-11-23T23:59:59.999Z', []],
      ['2026-11-24T00:00:00.000Z', [second.id]],
      ['2026-12-01T11:59:59.999Z', [fourth.id, second.id]],
      ['2026-12-01T12:00:00.000Z', [first.id, fourth.id, second.id]],
      ['2027-12-01T00:00:00.000Z', [first.id, fourth.id, second.id]],
    ] as const) {
      app.clock.set(now);
      expect(await count()).toBe(ids.length);
      expect(await find('unsettled=true')).toEqual(ids);
    }
    expect(await find('unsettled=true&from=2026-12-01&sort=date-asc')).toEqual([fourth.id, first.id]);
    expect(await readPages(`${PATH}?unsettled=true&limit=2`)).toEqual([first.id, fourth.id, second.id]);
    const table = await (await studio.get(`${PATH}/export?unsettled=true`)).text();
    expect(table).toContain(first.reservationCode);
    expect(table).not.toContain(third.reservationCode);
    app.clock.set(start);
  });
});

describe('phone customers in the admins’ lists', () => {
  it('phone customers are listed with their name, and their reservations are marked', async () => {
    const list = await studio.getJson<ListedReservation[]>(`${PATH}?sort=date-asc`);
    expect(list.map(({ memberName, isGuest }) => [memberName, isGuest])).toEqual([
      ['전화 Anna', true],
      ['사진 찍는 이', true],
      ['김사진', false],
      ['김사진', false],
    ]);
  });

  it('each reservation is listed with the phone number of its customer', async () => {
    const list = await studio.getJson<ListedReservation[]>(`${PATH}?sort=date-asc`);
    const [member] = await app.db.select().from(members).where(eq(members.id, kim.id));
    expect(list.map(({ phoneNumber }) => phoneNumber)).toEqual([
      '01098765432',
      '01098765432',
      member?.phone,
      member?.phone,
    ]);
  });

  it.each(['anna', 'NA', '전화 a'])('phone customers are found by a part of their name: %s', async (name) => {
    expect(await find(`name=${encodeURIComponent(name)}`, `${PATH}/search/name`)).toEqual([second.id]);
  });

  it('phone customers appear in no list of members and no member’s history', async () => {
    const own = await app.get('/api/reservation/my', { token: kim.accessToken });
    expect(((await own.json()) as unknown[]).length).toBe(2);
  });
});

describe('the query plan of a page with ten years of reservations', () => {
  const readPlan = async (query: { toSQL(): { sql: string; params: unknown[] } }) => {
    const { sql: text, params } = query.toSQL();
    // Parameters are inlined as literals, because the plan depends on their values.
    const literal = text.replaceAll(/\$(\d+)/g, (_, n: string) => {
      const value = params[Number(n) - 1];
      return typeof value === 'number' ? String(value) : `'${String(value).replaceAll("'", "''")}'`;
    });
    const { rows } = await app.db.execute<{ 'QUERY PLAN': string }>(sql.raw(`explain ${literal}`));
    return rows.map((row) => row['QUERY PLAN']).join('\n');
  };

  it('a page of the list scans an index in order and looks up members one by one', async () => {
    await app.db.execute(sql`
      insert into members (name) select '옛 손님 ' || n from generate_series(1, 500) as n
    `);
    await app.db.execute(sql`
      insert into reservations (code, member_id, shoot_type, date, slot, desired_shoot_date, location, notes, created_at)
      select lpad(n::text, 5, '0') || '-' || 'AAAAA', id, 'FOOD', date '2016-01-01' + n, '12-13', '', '', '',
        timestamptz '2016-01-01' + n * interval '1 day'
      from (select id, row_number() over ()::int as m from members where name like '옛 손님%') as people
        cross join lateral (select generate_series(m * 36, m * 36 + 35) as n) as days
    `);
    await app.db.execute(sql`analyze members, reservations`);
    const after = { date: '2020-05-05', slot: '12-13', id: 77 } as const;
    const [byTime, byAge] = ['reservations_by_date', 'reservations_by_age'];
    const now = app.clock.now();
    const pages = [
      [byTime, listReservations(app.db, {}, now, { sort: 'date-desc', after: null, limit: 501 })],
      [byTime, listReservations(app.db, {}, now, { sort: 'date-desc', after, limit: 51 })],
      [byTime, listReservations(app.db, { from: '2019-01-01' }, now, { sort: 'date-asc', after, limit: 51 })],
      [byAge, listReservations(app.db, {}, now, { sort: 'created-desc', after: null, limit: 501 })],
      [
        byAge,
        listReservations(app.db, {}, now, {
          sort: 'created-desc',
          after: { createdAt: '1577836800000000', id: 77 },
          limit: 51,
        }),
      ],
    ] as const;
    for (const [index, query] of pages) {
      const plan = await readPlan(query);
      expect(plan).toContain(`using ${index}`);
      expect(plan).toContain('members_pkey');
      expect(plan).not.toMatch(/Sort|Seq Scan|Hash/);
    }
    await app.db.delete(reservations).where(sql`code like '%-AAAAA'`);
    await app.db.delete(members).where(sql`name like '옛 손님%'`);
  });
});
