import { asc } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import type * as z from 'zod/mini';
import { createApp } from '#app/server/app.ts';
import { adminAuditLog } from '#core/audit/server/tables.ts';
import { insertPhoneReservation, createAdminClient } from '#test/factories/admin-client.ts';
import { insertMember } from '#test/factories/members.ts';
import { insertReservation } from '#test/factories/reservations.ts';
import { readError, createTestApp } from '#test/test-app.ts';
import type { calendarFeed } from '../../contract/schedule.ts';
import { calendarFeeds } from '../tables.ts';

type Feed = z.output<typeof calendarFeed>;

const PATH = '/api/admin/calendar-feed';
const app = await createTestApp();
const studio = await createAdminClient(app);
const member = await insertMember(app, { name: '김사진', phone: '01055556666' });
const reservation = await insertReservation(app, member, { date: '2026-11-24', shootType: 'WEDDING' });
const phoneReservation = await insertPhoneReservation(studio, {
  date: '2027-11-21',
  guestName: '전화, 손님; 둘',
});
const cancelled = await insertPhoneReservation(studio, { date: '2026-11-25', guestName: '취소손님' });
await studio.post(`/api/admin/reservation/${cancelled.id}/state`, { state: 'CANCELLED' });

const createFeed = async (): Promise<string> => {
  const response = await studio.post(PATH);
  expect(response.status).toBe(201);
  const { url } = (await response.json()) as Feed;
  expect(url).toMatch(/^http:\/\/localhost:3000\/api\/calendar\/[\w-]{43}\.ics$/);
  return new URL(url ?? '').pathname;
};
const readFeed = () => studio.getJson<Feed>(PATH);
/** Parses the feed into unfolded lines. */
const linesOf = async (response: Response): Promise<string[]> => {
  expect(response.status).toBe(200);
  return (await response.text()).replaceAll('\r\n ', '').split('\r\n');
};

describe("the studio's calendar feed", () => {
  it('an admin creates a calendar feed, whose URL stays the same', async () => {
    expect(await readFeed()).toEqual({ url: null, createdAt: null });
    const path = await createFeed();
    const shown = await readFeed();
    expect(shown).toEqual({ url: `http://localhost:3000${path}`, createdAt: '2026-11-21T01:00:00.000Z' });
    expect(JSON.stringify(await app.db.select().from(calendarFeeds))).not.toContain(path.slice(14, 40));
  });

  it('the calendar feed has masked names and no phone numbers or cancelled reservations', async () => {
    const response = await app.get(await createFeed());
    expect(response.headers.get('content-type')).toBe('text/calendar; charset=utf-8');
    const lines = await linesOf(response);
    expect(lines).toEqual(
      expect.arrayContaining([
        'X-WR-CALNAME:사진관 예약',
        'SUMMARY:김*진 · 웨딩',
        'DTSTART;TZID=Asia/Seoul:20261124T090000',
        'DTEND;TZID=Asia/Seoul:20261124T100000',
        'SUMMARY:전*******둘 · 음식',
        `DESCRIPTION:예약 번호 ${phoneReservation.reservationCode}`,
        `UID:${reservation.reservationCode}@localhost`,
      ]),
    );
    expect(lines.filter((line) => line === 'BEGIN:VEVENT')).toHaveLength(2);
    expect(lines.join('\n')).not.toMatch(/5555|98765432|김사진|취소손님|서울숲/);
  });

  it('moving a reservation updates its event and sequence', async () => {
    const path = await createFeed();
    const moving = { date: '2026-12-01', time: '21-22' };
    await studio.post(`/api/admin/reservation/${reservation.id}/move`, moving);
    const lines = await linesOf(await app.get(path));
    expect(lines).toContain('DTSTART;TZID=Asia/Seoul:20261201T210000');
    expect(lines).toContain('SEQUENCE:1');
    expect(lines).not.toContain('DTSTART;TZID=Asia/Seoul:20261124T090000');
  });

  it('the calendar feed keeps past events for 90 days', async () => {
    const path = await createFeed();
    const count = async (at: string) => {
      app.clock.set(at);
      return (await linesOf(await app.get(path))).filter((line) => line === 'BEGIN:VEVENT').length;
    };
    // A meeting stays in the feed for 90 days; this one is on 1 December 2026.
    expect(await count('2027-03-01T14:59:59Z')).toBe(2);
    expect(await count('2027-03-01T15:00:00Z')).toBe(1);
    app.clock.set('2026-11-21T01:00:00Z');
  });

  it('an unchanged calendar feed is answered with 304 and not cacheable by shared caches', async () => {
    const path = await createFeed();
    const first = await app.get(path);
    const tag = first.headers.get('etag') ?? '';
    expect(tag).not.toBe('');
    expect(first.headers.get('cache-control')).toBe('private, no-cache');
    app.clock.advance(60_000);
    const again = await app.get(path, { headers: { 'if-none-match': tag } });
    expect([again.status, await again.text()]).toEqual([304, '']);
    expect(again.headers.get('cache-control')).toBe('private, no-cache');
    await insertPhoneReservation(studio, { date: '2026-12-02' });
    const changed = await app.get(path, { headers: { 'if-none-match': tag } });
    expect(changed.status).toBe(200);
    expect(changed.headers.get('etag')).not.toBe(tag);
  });

  it('a new calendar feed URL revokes the previous one', async () => {
    const [first, second] = [await createFeed(), await createFeed()];
    expect(second).not.toBe(first);
    expect((await app.get(first)).status).toBe(404);
    expect((await app.get(second)).status).toBe(200);
    expect((await studio.delete(PATH)).status).toBe(204);
    expect((await studio.delete(PATH)).status).toBe(204);
    expect(await readError(await app.get(second))).toMatchObject({ status: 404, code: 'NOT_FOUND' });
    expect(await readFeed()).toEqual({ url: null, createdAt: null });
  });

  it('concurrent requests create one calendar feed', async () => {
    const paths = await Promise.all(Array.from({ length: 5 }, createFeed));
    const responses = await Promise.all(paths.map((path) => app.get(path)));
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    const { url } = await readFeed();
    expect(paths.map((path) => `http://localhost:3000${path}`)).toContain(url);
  });

  const otherThan = (letter: string): string => (letter === 'A' ? 'B' : 'A');
  it.each([
    (path: string) => path.replace(/.(?=\.ics$)/, otherThan),
    (path: string) => path.replace(/(?<=calendar\/)./, otherThan),
    (path: string) => path.replace(/[\w-]{43}/, (token) => [...token].toReversed().join('')),
    () => `/api/calendar/${'A'.repeat(43)}.ics`,
  ])('S-054 is found by nothing but its address (%#)', async (change) => {
    expect((await app.get(change(await createFeed()))).status).toBe(404);
  });

  it.each(['x', 'x.ics', `${'a'.repeat(44)}.ics`, `${'a'.repeat(43)}.csv`, `${'%2e'.repeat(43)}.ics`])(
    'S-112 %s is not a calendar feed',
    async (file) => {
      expect((await app.get(`/api/calendar/${file}`)).status).toBe(400);
    },
  );

  it('S-053 an error log does not contain the calendar feed’s URL', async () => {
    const lines: unknown[] = [];
    const note = (line: unknown): void => void lines.push(line);
    const failing = createApp({
      ...app.deps,
      log: { info: note, warn: note, error: note, debug: note },
      clock: {
        now: () => {
          throw new Error('no time');
        },
      },
    });
    const path = await createFeed();
    expect((await failing.request(path)).status).toBe(500);
    expect(lines).toMatchObject([{ path: '/api/calendar/…' }]);
  });

  it('creating and revoking a calendar feed is audited without its URL', async () => {
    await app.db.delete(adminAuditLog);
    const path = await createFeed();
    await createFeed();
    await studio.delete(PATH);
    const log = await app.db.select().from(adminAuditLog).orderBy(asc(adminAuditLog.id));
    expect(log.map(({ action }) => action)).toEqual([
      'CREATE_CALENDAR_FEED',
      'CREATE_CALENDAR_FEED',
      'REVOKE_CALENDAR_FEED',
    ]);
    expect(JSON.stringify(log)).not.toContain(path.slice(14, 40));
  });
});
