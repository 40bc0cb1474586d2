import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { adminAuditLog } from '#core/audit/server/tables.ts';
import { hashPassword } from '#core/auth/server/login/password-hashing.ts';
import { members } from '#core/auth/server/tables.ts';
import { notifications } from '#core/messages/server/tables.ts';
import type { Note } from '#core/notes/contract/notes.ts';
import { createAdminClient, insertPhoneReservation } from '#test/factories/admin-client.ts';
import { insertMember } from '#test/factories/members.ts';
import { insertReservation } from '#test/factories/reservations.ts';
import { createTestApp, readError } from '#test/test-app.ts';
import type { ReservationDetail } from '../../contract/admin-reservations.ts';
import { reservationNotes } from '../tables.ts';

const PASSWORD = 'Owner!Password7';
const app = await createTestApp();
const studio = await createAdminClient(app, 'studio.owner');
const second = await createAdminClient(app, 'second.admin');
await app.db
  .update(members)
  .set({ passwordHash: await hashPassword(PASSWORD) })
  .where(eq(members.id, studio.id));

const pathOf = (id: number) => `/api/admin/reservation/${id}`;
const noteOf = async (id: number) => (await studio.getJson<ReservationDetail>(pathOf(id))).note;
const save = (id: number, body: { text: string; seenAt: string | null }, by = studio) =>
  by.put(`${pathOf(id)}/note`, body);
const saved = async (...saving: Parameters<typeof save>): Promise<Note> =>
  (await (await save(...saving)).json()) as Note;

describe('the note about a reservation', () => {
  it('is saved, shown with its author, changed and deleted, and each change is audited without its text', async () => {
    const { id } = await insertPhoneReservation(studio, { time: '09-10' });
    expect(await noteOf(id)).toBeNull();
    const first = await saved(id, { text: '드레스 두 벌', seenAt: null });
    expect(first).toMatchObject({ text: '드레스 두 벌', changedBy: 'studio.owner' });
    expect(await noteOf(id)).toEqual(first);
    const next = await saved(id, { text: '드레스 세 벌', seenAt: first.changedAt }, second);
    expect(next).toMatchObject({ text: '드레스 세 벌', changedBy: 'second.admin' });
    expect(await readError(await save(id, { text: '늦은 저장', seenAt: first.changedAt }))).toMatchObject({
      status: 409,
      code: 'NOTE_CHANGED',
    });
    const deleted = await save(id, { text: ' ', seenAt: next.changedAt });
    expect([deleted.status, await deleted.json(), await noteOf(id)]).toEqual([200, null, null]);
    const audited = await app.db
      .select({ target: adminAuditLog.target, before: adminAuditLog.before, after: adminAuditLog.after })
      .from(adminAuditLog)
      .where(eq(adminAuditLog.action, 'UPDATE_RESERVATION_NOTE'));
    expect(audited).toEqual(
      Array.from({ length: 3 }, () => ({ target: `reservation:${id}`, before: null, after: null })),
    );
  });

  it('of admins who save at once, one succeeds', async () => {
    const { id } = await insertPhoneReservation(studio, { time: '12-13' });
    const texts = Array.from({ length: 6 }, (_, index) => `메모 ${index}`);
    const statuses = await Promise.all(
      texts.map(async (text) => (await save(id, { text, seenAt: null })).status),
    );
    expect(statuses.toSorted()).toEqual([200, 409, 409, 409, 409, 409]);
    expect((await noteOf(id))?.text).toBe(texts[statuses.indexOf(200)]);
  });

  it('a note that is too long and a note about an unknown reservation are refused', async () => {
    const { id } = await insertPhoneReservation(studio, { time: '15-16' });
    expect((await save(id, { text: '가'.repeat(2_001), seenAt: null })).status).toBe(400);
    expect((await save(999_999, { text: '메모', seenAt: null })).status).toBe(404);
    expect(await noteOf(id)).toBeNull();
  });

  it('reaches neither the member nor a message nor a calendar, and is deleted with the account', async () => {
    const member = await insertMember(app);
    const { id } = await insertReservation(app, member, { time: '18-19' });
    await saved(id, { text: '까다로운 손님', seenAt: null });
    const token = member.accessToken;
    const feed = (await (await studio.post('/api/admin/calendar-feed')).json()) as { url: string };
    for (const response of [
      await app.get('/api/reservation/my', { token }),
      await app.get(`/api/reservation/${id}`, { token }),
      await app.get(`/api/reservation/${id}/calendar`, { token }),
      await studio.get('/api/admin/reservation/export'),
      await app.get(new URL(feed.url).pathname),
    ]) {
      expect(response.status).toBe(200);
      expect(await response.text()).not.toContain('까다로운');
    }
    const { values } = notifications;
    const messages = await app.db.select({ values }).from(notifications);
    expect(JSON.stringify(messages)).not.toContain('까다로운');
    const own = await app.put(`${pathOf(id)}/note`, { text: '회원의 저장', seenAt: null }, { token });
    expect(own.status).toBe(403);

    await app.delete('/api/member', {}, { token });
    const isThis = eq(reservationNotes.subjectId, id);
    expect(await app.db.select().from(reservationNotes).where(isThis)).toEqual([]);
    expect((await save(id, { text: '다시', seenAt: null })).status).toBe(404);
  });

  it('is deleted with the data of a caller, about whom none can be saved then', async () => {
    const { id } = await insertPhoneReservation(studio, { time: '21-22' });
    await saved(id, { text: '전화로 확인', seenAt: null });
    expect((await studio.delete(`${pathOf(id)}/caller`, { password: PASSWORD })).status).toBe(204);
    expect(await noteOf(id)).toBeNull();
    expect((await save(id, { text: '다시', seenAt: null })).status).toBe(404);
  });
});
