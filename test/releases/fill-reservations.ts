import type { OfferedPackage } from '#core/content/contract/studio.ts';
import type { ReservationDetail } from '#features/reservations/contract/admin-reservations.ts';
import type { Reservation, ReservationState } from '#features/reservations/contract/reservations.ts';
import { addDays, isoWeekday, seoulDate } from '#platform/contract/seoul-time.ts';
import { call, createJpeg, send, uploadJpeg, type Site } from './site-client.ts';

interface Meeting {
  readonly date: string;
  readonly time: string;
}

/** The evening slot of the day after so many. */
const inDays = (site: Site, days: number, time = '18-19'): Meeting => ({
  date: addDays(seoulDate(site.now()), days),
  time,
});

export const book = (
  site: Site,
  token: string,
  meeting: Meeting,
  rest: object = {},
): Promise<Reservation> => {
  const details = { desiredShootDate: '봄', location: '서울숲', notes: '' };
  const body = { ...meeting, shootType: 'WEDDING', ...details, ...rest };
  return call(site, '/api/reservation', { body, token });
};

/** Books the evening of the day after so many. */
export const bookEvening = (site: Site, token: string, days: number): Promise<Reservation> =>
  book(site, token, inDays(site, days));

/** Books by phone. `token` is an admin's. */
export const bookByPhone = (site: Site, token: string, meeting: Meeting): Promise<ReservationDetail> => {
  const body = { ...meeting, shootType: 'FOOD', guestName: '정전화', phoneNumber: '010-2000-3000' };
  return call(site, '/api/admin/reservation', { body, token });
};

const setState = (site: Site, token: string, id: number, state: ReservationState): Promise<unknown> =>
  call(site, `/api/admin/reservation/${id}/state`, { body: { state, reason: '스튜디오 사정' }, token });

export const move = (site: Site, token: string, id: number, days: number): Promise<unknown> =>
  call(site, `/api/reservation/${id}/move`, { body: inDays(site, days), token });

const savePicture = async (site: Site, token: string): Promise<string> => {
  const path = '/api/private-file';
  const savedFileName = await uploadJpeg(site, token, `${path}/upload-url`, await createJpeg());
  return (await call<{ id: string }>(site, path, { body: { savedFileName }, token })).id;
};

/** Books a package by phone with two reference pictures and an answer to the question of `fill-content.ts`. */
const bookPackage = async (site: Site, token: string, meeting: Meeting): Promise<Reservation> => {
  const packages = await call<OfferedPackage[]>(site, '/api/studio/packages');
  const chosen = packages.findLast(({ shootType }) => shootType === 'WEDDING');
  const pictureIds = [await savePicture(site, token), await savePicture(site, token)];
  const answered = { questionsVersion: 2, answers: [{ id: 'people', value: '3' }], meetingKind: 'PHONE' };
  return book(site, token, meeting, { packageVersionId: chosen?.versionId, pictureIds, ...answered });
};

interface Tokens {
  readonly client: string;
  readonly leaver: string;
  /** An admin's. */
  readonly admin: string;
}

/** The reservations whose meeting is over when `settle` is called, the next evening. */
export interface Meetings {
  readonly completed: number;
  readonly missed: number;
  readonly ofLeaver: number;
}

/** Books four meetings for the next day, and one more that is cancelled when the leaver withdraws. */
export const fillNextDay = async (site: Site, tokens: Tokens): Promise<Meetings> => {
  const completed = await bookPackage(site, tokens.client, inDays(site, 1, '09-10'));
  const missed = await book(site, tokens.client, inDays(site, 1, '12-13'));
  const ofLeaver = await book(site, tokens.leaver, inDays(site, 1, '15-16'));
  await bookEvening(site, tokens.leaver, 30);
  await bookByPhone(site, tokens.admin, inDays(site, 1));
  return { completed: completed.id, missed: missed.id, ofLeaver: ofLeaver.id };
};

/** Settles the meetings except the one that was booked by phone. `token` is an admin's. */
export const settle = async (
  site: Site,
  token: string,
  { completed, missed, ofLeaver }: Meetings,
): Promise<void> => {
  await setState(site, token, completed, 'COMPLETED');
  await setState(site, token, missed, 'NO_SHOW');
  await setState(site, token, ofLeaver, 'COMPLETED');
};

/** Leaves a reservation of the client in each state in which an upcoming one can be. */
export const fillUpcoming = async (
  site: Site,
  { client, admin }: Pick<Tokens, 'client' | 'admin'>,
): Promise<void> => {
  await bookPackage(site, client, inDays(site, 10));
  await move(site, client, (await bookEvening(site, client, 4)).id, 5);
  const cancelled = await bookEvening(site, client, 6);
  await call(site, `/api/reservation/${cancelled.id}/cancel`, { body: { reason: '일정' }, token: client });
  await setState(site, admin, (await bookEvening(site, client, 7)).id, 'CANCELLED');
  const reopened = await bookEvening(site, client, 9);
  await setState(site, admin, reopened.id, 'CANCELLED');
  await setState(site, admin, reopened.id, 'BOOKED');
  const moved = await bookEvening(site, client, 8);
  const body = { ...inDays(site, 8, '15-16'), reason: '촬영이 길어져서' };
  await call(site, `/api/admin/reservation/${moved.id}/move`, { body, token: admin });
};

/** Blocks slots, once and each week, opens one of them and creates the calendar feed. `token` is an admin's. */
export const fillSchedule = async (site: Site, token: string): Promise<void> => {
  const path = '/api/admin/reservation';
  const { date, time: timeSlot } = inDays(site, 15, '21-22');
  await call(site, `${path}/block-time`, { body: { date, timeSlot }, token });
  const range = { from: inDays(site, 16).date, to: inDays(site, 17).date };
  await call(site, `${path}/block-range`, { body: range, token });
  const from = inDays(site, 1).date;
  const mornings = { weekday: 1, timeSlots: ['09-10', '12-13'], from };
  const evenings = { weekday: 3, timeSlots: ['21-22'], from, until: inDays(site, 60).date, note: '모임' };
  for (const body of [mornings, evenings]) await call(site, '/api/admin/closure', { body, token });
  const monday = addDays(from, (8 - isoWeekday(from)) % 7);
  const opened = { from: monday, to: monday, timeSlots: ['09-10'] };
  await call(site, `${path}/unblock-range`, { body: opened, token });
  await call(site, '/api/admin/calendar-feed', { body: {}, token });
};

export interface Hold {
  readonly meeting: Meeting;
  /** The guest's. */
  readonly cookie: string;
}

/** The client and a guest hold a slot each, of the same day. Returns the client's and the guest's cookie. */
export const fillHolds = async (site: Site, token: string): Promise<Hold> => {
  const meeting = inDays(site, 13);
  await call(site, '/api/reservation/hold', { body: meeting, token });
  const body = { ...meeting, time: '15-16' };
  const response = await send(site, '/api/reservation/guest-hold', { body });
  return { meeting, cookie: response.headers.get('set-cookie')?.split(';')[0] ?? '' };
};
