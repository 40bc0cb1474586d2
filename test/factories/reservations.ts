import { expect } from 'vitest';
import { createSession } from '#core/auth/server/sessions/create-session.ts';
import type { Reservation, SlotHold } from '#features/reservations/contract/reservations.ts';
import { reservations, slotClaims } from '#features/reservations/server/tables.ts';
import type { TestApp } from '#test/test-app.ts';
import { insertMember, type SignedInMember } from './members.ts';

/** The body of a reservation: Tuesday 24 November 2026, 09-10, by default. */
export const reservationBody = (changes: Record<string, unknown> = {}): Record<string, unknown> => ({
  shootType: 'WEDDING',
  date: '2026-11-24',
  time: '09-10',
  desiredShootDate: '내년 봄, 평일 오전',
  location: '서울숲',
  notes: '두 사람입니다.',
  ...changes,
});

type WithAccessToken = Pick<SignedInMember, 'accessToken'>;

export const postReservation = (
  app: TestApp,
  { accessToken }: WithAccessToken,
  changes: Record<string, unknown> = {},
  key?: string,
): Promise<Response> =>
  app.post('/api/reservation', reservationBody(changes), {
    token: accessToken,
    ...(key === undefined ? {} : { headers: { 'idempotency-key': key } }),
  });

/** Creates a reservation; throws if it fails. */
export const insertReservation = async (
  app: TestApp,
  caller: WithAccessToken,
  changes: Record<string, unknown> = {},
): Promise<Reservation> => {
  const response = await postReservation(app, caller, changes);
  if (response.status !== 201) throw new Error(`not booked: ${response.status} ${await response.text()}`);
  return (await response.json()) as Reservation;
};

interface MeetingTime {
  readonly date: string;
  readonly time: string;
}

export const postHold = (
  app: TestApp,
  { accessToken }: WithAccessToken,
  { date, time }: MeetingTime,
): Promise<Response> => app.post('/api/reservation/hold', { date, time }, { token: accessToken });

/** Creates a hold; throws if it fails. */
export const insertHold = async (
  app: TestApp,
  caller: WithAccessToken,
  meeting: MeetingTime,
): Promise<SlotHold> => {
  const response = await postHold(app, caller, meeting);
  if (response.status !== 201) throw new Error(`not held: ${response.status} ${await response.text()}`);
  return (await response.json()) as SlotHold;
};

export const deleteHold = (app: TestApp, { accessToken }: WithAccessToken, { date, time }: MeetingTime) =>
  app.delete(`/api/reservation/hold?date=${date}&time=${time}`, undefined, { token: accessToken });

export const postCancel = (app: TestApp, { accessToken }: WithAccessToken, id: number, reason?: string) =>
  app.post(`/api/reservation/${id}/cancel`, { reason }, { token: accessToken });

export const postMove = (
  app: TestApp,
  { accessToken }: WithAccessToken,
  id: number,
  { date, time }: MeetingTime,
) => app.post(`/api/reservation/${id}/move`, { date, time }, { token: accessToken });

/** Reads all reservations and asserts that each one not cancelled owns exactly its slot. */
export const readReservations = async (app: TestApp): Promise<(typeof reservations.$inferSelect)[]> => {
  const claims = (await app.db.select().from(slotClaims)).filter(({ kind }) => kind === 'BOOKED');
  const rows = await app.db.select().from(reservations);
  const owners = rows.filter(({ state }) => state !== 'CANCELLED');
  expect(
    claims.map(({ reservationId, date, slot }) => `${reservationId} ${date} ${slot}`).toSorted(),
  ).toEqual(owners.map(({ id, date, slot }) => `${id} ${date} ${slot}`).toSorted());
  return rows;
};

export const insertMembers = async (app: TestApp, count: number): Promise<SignedInMember[]> => {
  const inserted: SignedInMember[] = [];
  for (let index = 0; index < count; index += 1) inserted.push(await insertMember(app));
  return inserted;
};

/** Renews a member's session, because tests move the clock beyond the lifetime of a token. */
export const renewSession = async (app: TestApp, member: SignedInMember): Promise<SignedInMember> => {
  const from = { memberId: member.id, role: 'MEMBER', ip: '203.0.113.1', userAgent: 'test' } as const;
  return { ...member, ...(await createSession(app.deps, from)) };
};

/** Counts the responses by status. */
export const countStatuses = (responses: readonly Response[]): Record<number, number> => {
  const counts: Record<number, number> = {};
  for (const { status } of responses) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
};
