import { describe, expect, it } from 'vitest';
import { insertAdmin, insertMember } from '#test/factories/members.ts';
import { insertReservation, postCancel } from '#test/factories/reservations.ts';
import { createTestApp } from '#test/test-app.ts';
import type { AdminReservation } from '../contract/admin-reservations.ts';
import type { Reservation } from '../contract/reservations.ts';

const app = await createTestApp();
const admin = { token: (await insertAdmin(app)).accessToken };
const kim = await insertMember(app, { name: '김사진' });
const odd = await insertMember(app, { name: '100%_\\ 할인' });
const anna = await insertMember(app, { name: 'Anna Émile' });

const book = (member: typeof kim, date: string, time: string): Promise<Reservation> =>
  insertReservation(app, member, { date, time });
const first = await book(kim, '2026-12-01', '09-10');
const third = await book(kim, '2026-12-24', '12-13');
const second = await book(kim, '2026-12-01', '21-22');
const oddOne = await book(odd, '2026-12-05', '09-10');
const annas = await book(anna, '2027-01-07', '18-19');
const cancelled = await postCancel(app, odd, oddOne.id);
const newestFirst = [annas, third, oddOne, second, first].map(({ id }) => id);

const idsOf = async (response: Response): Promise<number[]> => {
  expect(response.status).toBe(200);
  return ((await response.json()) as Reservation[]).map(({ id }) => id);
};
const nextOf = (response: Response): string | undefined =>
  /^<(?<path>[^>]+)>; rel="next"$/.exec(response.headers.get('link') ?? '')?.groups?.path;

describe('GET /api/reservation/my', () => {
  it("@6-member-history @9-reservations-newest the history has the member's own reservations, newest first", async () => {
    const response = await app.get('/api/reservation/my', { token: kim.accessToken });
    expect(await response.json()).toEqual([third, second, first]);
  });

  it.each([`?memberId=${'x'}`, `?memberName=김사진`, '?id=1', '?role=ADMIN'])(
    'S-032 the history has no rows of others with %s',
    async (query) => {
      const path = `/api/reservation/my${query.replace('x', kim.id)}`;
      expect(await idsOf(await app.get(path, { token: odd.accessToken }))).toEqual([oddOne.id]);
    },
  );

  it('S-032 the history is empty for a member without reservations', async () => {
    expect(await idsOf(await app.get('/api/reservation/my', admin))).toEqual([]);
  });
});

describe('GET /api/admin/reservation', () => {
  it('@2-admin-reservations @6-admin-reservations @3-reservation-name @7-all-reservations @9-reservations-newest is all bookings, also cancelled ones, with whole names, newest first by date', async () => {
    const response = await app.get('/api/admin/reservation', admin);
    const list = (await response.json()) as AdminReservation[];
    expect(list.map(({ id }) => id)).toEqual(newestFirst);
    expect(list[1]).toEqual({ ...third, memberName: '김사진', isGuest: false, phoneNumber: kim.phone });
    expect(cancelled.status).toBe(200);
    expect(list.map(({ state }) => state)).toEqual(['BOOKED', 'BOOKED', 'CANCELLED', 'BOOKED', 'BOOKED']);
    expect(response.headers.get('link')).toBeNull();
  });

  it.each([1, 2, 4, 5])('the admins’ list in pages of %i has each row once', async (limit) => {
    const seen: number[] = [];
    let path: string | undefined = `/api/admin/reservation?limit=${limit}`;
    while (path !== undefined) {
      const response = await app.get(path, admin);
      const page = await idsOf(response);
      expect(page.length).toBeGreaterThan(0);
      seen.push(...page);
      path = nextOf(response);
    }
    expect(seen).toEqual(newestFirst);
  });

  it.each([
    'limit=0',
    'limit=-1',
    'limit=501',
    'limit=1e3',
    'limit=1.5',
    'limit=9007199254740993',
    'limit=1;--',
    'limit=',
    'limit=1&limit=2',
    'cursor=',
    'cursor=1',
    'cursor=2026-02-30.09-10.1',
    'cursor=2026-12-01.09-9.1',
    'cursor=2026-12-01.09-10.0',
    'cursor=2026-12-01.09-10.1e3',
    'cursor=2026-12-01.09-10.9007199254740993',
    'cursor=2026-12-01.09-10.1.1',
    "cursor=2026-12-01.09-10.1';--",
    `cursor=${'1'.repeat(300)}`,
  ])('S-045 answers %s 400', async (query) => {
    expect((await app.get(`/api/admin/reservation?${query}`, admin)).status).toBe(400);
    expect((await app.get(`/api/reservation/my?${query}`, { token: kim.accessToken })).status).toBe(400);
  });
});

describe('search by name', () => {
  const search = (name: string, more = ''): Promise<Response> =>
    app.get(`/api/admin/reservation/search/name?name=${encodeURIComponent(name)}${more}`, admin);
  const ofKim = [third.id, second.id, first.id];

  it.each([
    ['사진', ofKim],
    [' 김사진 ', ofKim],
    ['\u1100\u1175\u11b7사진', ofKim],
    ['김진', []],
    ['anna', [annas.id]],
    ['NA É', [annas.id]],
    ['na é', [annas.id]],
    ['%', [oddOne.id]],
    ['_', [oddOne.id]],
    ['\\', [oddOne.id]],
    ['0%_\\ 할', [oddOne.id]],
    ['김%', []],
    ['김_진', []],
    ["' or 1=1 --", []],
  ])('%j is literal and knows no case', async (name, ids) => {
    expect(await idsOf(await search(name))).toEqual(ids);
  });

  it('a search by name is paginated with links to the same search', async () => {
    const page = await search('사진', '&limit=2');
    expect(await idsOf(page)).toEqual(ofKim.slice(0, 2));
    expect(await idsOf(await app.get(nextOf(page) ?? '', admin))).toEqual(ofKim.slice(2));
  });

  it.each(['', '  ', '가'.repeat(51)])('a search by the name %j is rejected with 400', async (name) => {
    expect((await search(name)).status).toBe(400);
  });
});

describe('search by code', () => {
  const search = (code: string): Promise<Response> =>
    app.get(`/api/admin/reservation/search/code?code=${encodeURIComponent(code)}`, admin);
  const code = third.reservationCode;

  it.each([
    ['as it is written', code],
    ['in small letters', code.toLowerCase()],
    ['without its hyphen', code.replace('-', '')],
    ['with blanks', ` ${code.replace('-', ' ')} `],
    ['with letters for digits', code.replaceAll('0', 'o').replaceAll('1', 'l')],
  ])('finds it %s', async (_, typed) => {
    const response = await search(typed);
    expect(await response.json()).toEqual([
      { ...third, memberName: '김사진', isGuest: false, phoneNumber: kim.phone },
    ]);
  });

  it('a search by a partial code finds the reservation', async () => {
    expect(await idsOf(await search(code.slice(2, 9)))).toContain(third.id);
  });

  it.each(['-', '%', '_____-_____', 'UUUUU-UUUUU', "' or 1=1 --"])(
    'a search by the code %j finds nothing',
    async (typed) => {
      expect(await idsOf(await search(typed))).toEqual([]);
    },
  );

  it('a search by an empty code is rejected with 400', async () => {
    expect((await search('')).status).toBe(400);
  });
});
