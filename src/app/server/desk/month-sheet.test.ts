import { randomInt, randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { hashPassword } from '#core/auth/server/login/password-hashing.ts';
import { members } from '#core/auth/server/tables.ts';
import { notifications } from '#core/messages/server/tables.ts';
import { ERASED_CALLER } from '#features/reservations/contract/admin-reservations.ts';
import { reservationStates } from '#features/reservations/contract/reservations.ts';
import { defaultSlots } from '#features/reservations/contract/slots.ts';
import { reservations, slotClaims } from '#features/reservations/server/tables.ts';
import { generateRandomCode } from '#platform/server/crypto/random-code.ts';
import { createAdminClient, insertPhoneReservation } from '#test/factories/admin-client.ts';
import { defaultCategories } from '#test/factories/default-categories.ts';
import { insertMember } from '#test/factories/members.ts';
import { insertReservation } from '#test/factories/reservations.ts';
import { createTestApp } from '#test/test-app.ts';
import { sheetDefinitions, type Figure, type MonthSheet } from '../../contract/month-sheet.ts';

const NOW = '2026-11-21T01:00:00Z';
const PASSWORD = 'Owner!Password7';
const PATH = '/api/admin/month-sheet';
const app = await createTestApp({ now: NOW });
const studio = await createAdminClient(app, 'studio.owner');
const passwordHash = await hashPassword(PASSWORD);
await app.db.update(members).set({ passwordHash }).where(eq(members.id, studio.id));

const read = (month: string) => studio.getJson<MonthSheet>(`${PATH}?month=${month}`);
const customersOf = async (month: string) => {
  const { newCustomers, returningCustomers } = await read(month);
  return [newCustomers.shown, returningCustomers.shown];
};
const cancel = (id: number) => studio.post(`/api/admin/reservation/${id}/state`, { state: 'CANCELLED' });
const expectDone = async (response: Promise<Response>) => expect((await response).ok).toBe(true);

beforeEach(async () => {
  app.clock.set(NOW);
  for (const table of [slotClaims, notifications, reservations]) await app.db.delete(table);
});

type Row = typeof reservations.$inferInsert;
const insertRow = async (row: Pick<Row, 'date'> & Partial<Row>): Promise<void> => {
  const details = {
    desiredShootDate: '',
    location: '',
    notes: '',
    slot: '09-10',
    shootType: 'FOOD',
  } as const;
  await app.db.insert(reservations).values({ ...details, code: generateRandomCode(), ...row });
};
const caller = () => ({ guestName: '손님', guestPhone: null, customerId: randomUUID() });

describe('the sheet of a month', () => {
  it('a booking belongs to the month of its meeting in Seoul, whenever it was made', async () => {
    // Still 30 November in UTC.
    app.clock.set('2026-11-30T15:30:00Z');
    await insertPhoneReservation(studio, { date: '2026-12-01', time: '09-10' });
    await insertPhoneReservation(studio, { date: '2026-12-31', time: '21-22' });
    await insertPhoneReservation(studio, { date: '2027-01-01', time: '09-10' });
    const sheet = await read('2026-12');
    expect(sheet.total).toEqual({ shown: 2, lastMonth: 0, lastYear: 0 });
    expect((await read('2027-01')).total).toEqual({ shown: 1, lastMonth: 2, lastYear: 0 });
    expect((await read('2027-12')).total).toEqual({ shown: 0, lastMonth: 0, lastYear: 2 });
    expect(sheet.categories.map(({ id, shown }) => [id, shown])).toEqual(
      defaultCategories.map((id) => [id, id === 'FOOD' ? 2 : 0]),
    );
  });

  it('a customer is new in the month of the first booking that was not cancelled, and counts once', async () => {
    const member = await insertMember(app);
    const { id } = await insertReservation(app, member, { date: '2026-11-30', time: '21-22' });
    await insertReservation(app, member, { date: '2026-12-01', time: '09-10' });
    await insertReservation(app, member, { date: '2026-12-31', time: '21-22' });
    expect(await customersOf('2026-11')).toEqual([1, 0]);
    expect(await customersOf('2026-12')).toEqual([0, 1]);
    await cancel(id);
    expect(await customersOf('2026-11')).toEqual([0, 0]);
    expect(await customersOf('2026-12')).toEqual([1, 0]);
    expect((await read('2026-12')).states.CANCELLED).toEqual({ shown: 0, lastMonth: 1, lastYear: 0 });
  });

  it('a merge makes one customer of two, and a withdrawn member or deleted caller is none', async () => {
    const member = await insertMember(app);
    const early = await insertPhoneReservation(studio, { date: '2026-11-24' });
    await insertReservation(app, member, { date: '2026-12-01' });
    expect(await customersOf('2026-12')).toEqual([1, 0]);
    await expectDone(studio.post(`/api/admin/customers/${member.id}/merge`, { callerId: early.customerId }));
    expect(await customersOf('2026-12')).toEqual([0, 1]);

    await insertRow({ memberId: member.id, date: '2026-11-01', state: 'COMPLETED' });
    await expectDone(studio.delete(`/api/admin/members/${member.id}`, { password: PASSWORD }));
    // What was merged is a caller again.
    expect(await customersOf('2026-11')).toEqual([1, 0]);
    expect(await customersOf('2026-12')).toEqual([0, 0]);
    await expectDone(studio.delete(`/api/admin/reservation/${early.id}/caller`, { password: PASSWORD }));
    expect(await customersOf('2026-11')).toEqual([0, 0]);
    expect((await read('2026-12')).total).toEqual({ shown: 1, lastMonth: 2, lastYear: 0 });
  });

  it('is downloaded as CSV for spreadsheets, with the definitions', async () => {
    await insertRow({ ...caller(), date: '2026-11-30', state: 'NO_SHOW' });
    await insertRow({ ...caller(), date: '2025-11-01', state: 'COMPLETED' });
    const response = await studio.get(`${PATH}/export?month=2026-11`);
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(response.headers.get('content-disposition')).toBe('attachment; filename="month-2026-11.csv"');
    const bytes = Buffer.from(await response.arrayBuffer());
    expect(bytes.subarray(0, 3).toString('hex')).toBe('efbbbf');
    const lines = bytes.subarray(3).toString().split('\r\n');
    expect(lines[0]).toBe('구분,항목,2026년 11월,2026년 10월,2025년 11월');
    expect(lines).toEqual(
      expect.arrayContaining([
        '예약,전체,1,0,1',
        '예약 결과,노쇼,1,0,0',
        '예약 결과,완료,0,0,1',
        '고객,신규,1,0,1',
      ]),
    );
    expect(lines.at(-2)).toContain(sheetDefinitions.at(-1));
  });

  it('refuses a month that does not exist', async () => {
    for (const month of ['2026-13', '2026-11-01', ''])
      expect((await studio.get(`${PATH}?month=${month}`)).status).toBe(400);
  });
});

const pick = <Value>(values: readonly Value[]): Value => values[randomInt(values.length)] as Value;

/** Counts a month from all rows, without SQL. */
const countIndependently = async (month: string) => {
  const withdrawn = (await app.db.select().from(members))
    .filter(({ status }) => status === 'WITHDRAWN')
    .map(({ id }) => id);
  const rows = await app.db.select().from(reservations);
  const inMonth = rows.filter(({ date }) => date.startsWith(month));
  const dates = new Map<string, string[]>();
  for (const { customerId, memberId, guestName, date, state } of rows) {
    const id = guestName === ERASED_CALLER ? null : (customerId ?? memberId);
    if (state !== 'CANCELLED' && id !== null && !withdrawn.includes(id))
      dates.set(id, [...(dates.get(id) ?? []), date].toSorted());
  }
  const active = [...dates.values()].filter((list) => list.some((date) => date.startsWith(month)));
  const newOnes = active.filter(([first = '']) => first.startsWith(month));
  const countBy = (key: 'shootType' | 'state', values: readonly string[]) =>
    values.map((value) => [value, inMonth.filter((row) => row[key] === value).length]);
  return {
    total: inMonth.length,
    categories: countBy('shootType', defaultCategories),
    states: countBy('state', reservationStates),
    newCustomers: newOnes.length,
    returningCustomers: active.length - newOnes.length,
  };
};

it('each figure of random months equals a count of all rows', async () => {
  const people = [await insertMember(app), await insertMember(app), await insertMember(app)];
  const leaving = await insertMember(app);
  const callers = Array.from({ length: 20 }, caller);
  const owners: Partial<Row>[] = [
    ...callers,
    ...[...people, leaving].map(({ id }) => ({ memberId: id })),
    // Merged with a member.
    { guestName: '손님', customerId: people[0]?.id },
    { guestName: ERASED_CALLER },
  ];
  const months = ['2025-01', '2025-02', '2025-03', '2025-12', '2026-01', '2026-02', '2026-03'];
  for (let count = 0; count < 250; count += 1) {
    const month = pick(months);
    const last = new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)), 0)).getUTCDate();
    await insertRow({
      ...pick(owners),
      date: `${month}-${String(pick([1, last, 1 + randomInt(last)])).padStart(2, '0')}`,
      slot: pick(defaultSlots),
      state: pick(reservationStates),
      shootType: pick(defaultCategories),
    });
  }
  await expectDone(studio.delete(`/api/admin/members/${leaving.id}`, { password: PASSWORD }));
  for (const [month, before, yearBefore] of [
    ['2026-03', '2026-02', '2025-03'],
    ['2026-01', '2025-12', '2025-01'],
    ['2026-04', '2026-03', '2025-04'],
  ] as const) {
    const sheet = await read(month);
    const pickMonth = (name: keyof Figure) => ({
      total: sheet.total[name],
      categories: sheet.categories.map((one) => [one.id, one[name]]),
      states: reservationStates.map((state) => [state, sheet.states[state][name]]),
      newCustomers: sheet.newCustomers[name],
      returningCustomers: sheet.returningCustomers[name],
    });
    expect(pickMonth('shown')).toEqual(await countIndependently(month));
    expect(pickMonth('lastMonth')).toEqual(await countIndependently(before));
    expect(pickMonth('lastYear')).toEqual(await countIndependently(yearBefore));
  }
  expect((await read('2026-03')).returningCustomers.shown).toBeGreaterThan(5);
});
