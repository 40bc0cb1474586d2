import { eq, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import type { SmsMessage } from '#platform/server/ports/sms/sms.ts';
import { createAdminClient } from '#test/factories/admin-client.ts';
import { insertAdmin, insertMember } from '#test/factories/members.ts';
import { approveTemplate } from '#test/factories/message-providers.ts';
import { sendNotifications } from '#test/factories/messages.ts';
import { insertReservation, postMove, renewSession } from '#test/factories/reservations.ts';
import { publishChange } from '#test/factories/settings.ts';
import { createTestApp } from '#test/test-app.ts';
import type { Notification } from '../contract/notifications.ts';
import { notifications } from './tables.ts';

const app = await createTestApp();
const studio = await createAdminClient(app);
const admin = await insertAdmin(app);

const send = () => sendNotifications(app.deps);
const listed = (id: number) => studio.getJson<Notification[]>(`/api/admin/notification?reservation=${id}`);

beforeEach(async () => {
  await app.db.execute(
    sql`truncate notifications, reservation_events, slot_claims, idempotency_keys, reservations cascade`,
  );
  app.sent.length = 0;
});

describe('the text of a message about a reservation', () => {
  it('is the one that was or will be sent, also after the studio’s name has changed', async () => {
    const member = await insertMember(app);
    const { id } = await insertReservation(app, member, { date: '2026-12-01', time: '15-16' });
    await app.db
      .update(notifications)
      .set({ values: sql`${notifications.values} || '{"상세": " 인원: 세 명"}'` })
      .where(eq(notifications.kind, 'NEW_RESERVATION'));
    await send();
    const sent = app.sent.map(({ text }) => text);
    expect(sent).toContain('[사진관] 새 예약: 12월 1일(화) 오후 3시 웨딩 인원: 세 명');
    app.clock.advance(60_000);
    await publishChange(app, await renewSession(app, admin), 'identity', () => ({ name: '새사진관' }));
    await postMove(app, await renewSession(app, member), id, { date: '2026-12-02', time: '18-19' });
    const [moved, ...earlier] = (await listed(id)).map(({ text }) => text);
    expect(earlier.toSorted()).toEqual(sent.toSorted());
    expect(moved).toMatch(/^\[새사진관\] 12월 1일/);
    await send();
    expect(app.sent.at(-1)?.text).toBe(moved);
    // Lists of several reservations show none.
    const all = await studio.getJson<Notification[]>('/api/admin/notification');
    expect(new Set(all.map(({ text }) => text))).toEqual(new Set([null]));

    await app.delete('/api/member', {}, { token: (await renewSession(app, member)).accessToken });
    const left = await listed(id);
    expect(left.filter(({ isToStudio }) => !isToStudio).map(({ text }) => text)).toEqual([null, null]);
    expect(JSON.stringify(left)).not.toContain('세 명');
    await publishChange(app, await renewSession(app, admin), 'identity', () => ({ name: '사진관' }));
  });

  it.each([
    ['ALIMTALK', false, true],
    ['ALIMTALK', true, false],
    ['SMS', false, false],
  ] as const)('is that of the %s that arrived (replaced: %s)', async (channel, isReplaced, isTemplate) => {
    const admins = await renewSession(app, admin);
    await approveTemplate(app, admins, 'booked');
    const member = await insertMember(app, { name: '김민수' });
    const { id } = await insertReservation(app, member, { date: '2026-12-01', time: '15-16' });
    const attempts: SmsMessage[] = [];
    const accept = (message: SmsMessage) => {
      attempts.push(message);
      return Promise.resolve({ outcome: 'accepted', channel } as const);
    };
    const queued = (await listed(id)).find(({ isToStudio }) => !isToStudio);
    await sendNotifications({ ...app.deps, sms: { ...app.deps.sms, send: accept } });
    await app.db.update(notifications).set({ isReplaced }).where(eq(notifications.recipient, 'CUSTOMER'));
    const [shown] = (await listed(id)).filter(({ isToStudio }) => !isToStudio);
    const { text, alimtalk } = attempts.find(({ to }) => to === member.phone) ?? {};
    expect(queued?.text).toBe(alimtalk?.text);
    expect(alimtalk?.text).toContain('김민수');
    expect(shown?.text).toBe(isTemplate ? alimtalk?.text : text);
  });

  it('is of a message that a change dropped, which does not count as queued', async () => {
    const member = await insertMember(app);
    const { id } = await insertReservation(app, member, { date: '2026-12-01', time: '15-16' });
    await postMove(app, member, id, { date: '2026-12-02', time: '18-19' });
    const told = (await listed(id)).filter(({ isToStudio }) => !isToStudio);
    expect(told.map(({ state, nextAt }) => [state, nextAt === null])).toEqual([
      ['QUEUED', false],
      ['SUPERSEDED', true],
    ]);
  });
});
