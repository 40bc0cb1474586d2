import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { createApp } from '#app/server/app.ts';
import { members, sessions } from '#core/auth/server/tables.ts';
import type { Section } from '#core/content/contract/studio-settings.ts';
import { queueReminders } from '#features/reservations/server/messages/queue-reminders.ts';
import { addDays, seoulDate, seoulInstant } from '#platform/contract/seoul-time.ts';
import { insertAdmin, insertMember } from '#test/factories/members.ts';
import { approveTemplate } from '#test/factories/message-providers.ts';
import { sendNotifications, sendToCustomers, STUDIO_PHONE } from '#test/factories/messages.ts';
import { insertQuestion, postAnswer } from '#test/factories/questions.ts';
import { insertReservation, renewSession } from '#test/factories/reservations.ts';
import { publishChange } from '#test/factories/settings.ts';
import { createTestApp } from '#test/test-app.ts';
import type { MessageExample, Notification } from '../contract/notifications.ts';
import { notifications } from './tables.ts';

const app = await createTestApp();
let admin = await insertAdmin(app);
const START = app.clock.now();

beforeEach(async () => {
  app.clock.set(START);
  await app.db.delete(notifications);
  // Too many sessions of one member revoke each other.
  await app.db.delete(sessions);
  admin = await renewSession(app, admin);
  app.sent.length = 0;
  app.mails.length = 0;
});

const announceTerms = (days: number) =>
  publishChange(app, admin, 'terms', () => ({
    effectiveOn: addDays(seoulDate(app.clock.now()), days),
    text: `## 제1조\n${days}일 뒤의 약관입니다.`,
  }));

describe('a new version of a legal document', () => {
  it('is told to every member with a phone number, once', async () => {
    const [first, second] = [await insertMember(app), await insertMember(app)];
    const leaving = await insertMember(app);
    await app.db.update(members).set({ phone: null }).where(eq(members.id, leaving.id));
    await announceTerms(10);
    const sent = await sendToCustomers(app);
    expect(sent.map(({ to }) => to).toSorted()).toEqual([first.phone, second.phone, admin.phone].toSorted());
    expect(sent[0]?.text).toBe('[사진관] 이용약관이 12월 1일부터 바뀝니다. 홈페이지에서 확인해 주세요.');
    app.clock.advance(24 * 3_600_000);
    expect(await sendToCustomers(app)).toHaveLength(3);
  });

  it('waits until the morning, does not delay other messages and is not told after its day', async () => {
    const member = await insertMember(app);
    app.clock.set(seoulInstant('2026-11-21', 22));
    const { accessToken } = await renewSession(app, admin);
    await publishChange(app, { accessToken }, 'refund', () => ({
      effectiveOn: '2026-11-29',
      text: '## 환불\n새 규정',
    }));
    expect(await sendToCustomers(app)).toEqual([]);
    app.clock.set(seoulInstant('2026-11-22', 9));
    await insertReservation(app, await renewSession(app, member), { date: '2026-12-03', time: '15-16' });
    const [first] = await sendToCustomers(app);
    expect(first?.text).toContain('12월 3일(목) 오후 3시');

    await app.db.update(notifications).set({ state: 'QUEUED' });
    app.sent.length = 0;
    app.clock.set(seoulInstant('2026-11-29', 9));
    expect((await sendToCustomers(app)).map(({ text }) => text)).toEqual([
      expect.stringContaining('사전 미팅'),
    ]);
  });

  it('is not told when the studio switched it off', async () => {
    await insertMember(app);
    await publishChange(app, admin, 'messages', () => ({ termsChanged: false }));
    await announceTerms(12);
    expect(await sendToCustomers(app)).toEqual([]);
    await publishChange(app, admin, 'messages', () => ({ termsChanged: true }));
  });
});

describe('the withdrawal of a new version', () => {
  const withdraw = async (kind: string) => {
    const { accessToken: token } = await renewSession(app, admin);
    const { version } = (await (await app.get(`/api/admin/settings/${kind}`, { token })).json()) as Section;
    const response = await app.post(`/api/admin/legal/${kind}/${version}/withdraw`, undefined, { token });
    expect(response.status).toBe(204);
  };
  const publish = async (kind: 'privacy' | 'refund', effectiveOn: string) =>
    publishChange(app, await renewSession(app, admin), kind, () => ({ effectiveOn, text: '## 하나\n새 글' }));

  it('is told to the members who were told of the version, even on its day, and to nobody else', async () => {
    const [told, leaving] = [await insertMember(app), await insertMember(app)];
    await publish('refund', '2026-12-20');
    await sendToCustomers(app);
    expect((await app.delete('/api/member', undefined, { token: leaving.accessToken })).status).toBe(204);
    await sendToCustomers(app);
    const others = [await insertMember(app, { phone: '01098760001' })];
    app.sent.length = 0;
    app.clock.set(seoulInstant('2026-12-19', 22));
    await withdraw('refund');
    expect(await sendToCustomers(app)).toEqual([]);
    app.clock.set(seoulInstant('2026-12-20', 9));
    const sent = await sendToCustomers(app);
    expect(sent.find(({ to }) => to === told.phone)?.text).toBe(
      '[사진관] 취소·환불 규정 12월 20일 변경이 취소되었습니다. 홈페이지에서 확인해 주세요.',
    );
    for (const { phone } of others) expect(sent.map(({ to }) => to)).not.toContain(phone);
    const rows = await app.db.select().from(notifications).where(eq(notifications.kind, 'REFUND_WITHDRAWN'));
    expect(rows.map(({ memberId }) => memberId)).not.toContain(null);
  });

  it('cancels messages that wait and is told to nobody then', async () => {
    await insertMember(app);
    app.clock.set(seoulInstant('2026-11-21', 22));
    await publish('privacy', '2026-12-21');
    await withdraw('privacy');
    app.clock.set(seoulInstant('2026-11-22', 9));
    expect(await sendToCustomers(app)).toEqual([]);
    const rows = await app.db.select().from(notifications);
    expect(rows.length).toBeGreaterThan(0);
    expect(new Set(rows.map(({ state }) => state))).toEqual(new Set(['SUPERSEDED']));
  });

  it('keeps a failed message from being sent again', async () => {
    await insertMember(app);
    await publish('privacy', '2026-12-22');
    const failed = eq(notifications.kind, 'PRIVACY_CHANGED');
    await app.db.update(notifications).set({ state: 'FAILED', settledAt: app.clock.now() }).where(failed);
    await withdraw('privacy');
    const [row] = await app.db.select().from(notifications).where(failed);
    const { accessToken: token } = await renewSession(app, admin);
    const path = `/api/admin/notification/${row?.id}/resend`;
    expect((await app.post(path, undefined, { token })).status).toBe(200);
    expect(await sendToCustomers(app)).toEqual([]);
  });
});

describe('the number of members whom a version is announced to', () => {
  const read = async (kind: string) => {
    const { accessToken: token } = await renewSession(app, admin);
    return (await app.get(`/api/admin/legal/${kind}/recipients`, { token })).json();
  };

  it('is that of the messages, and 0 for documents that are not announced or when it is switched off', async () => {
    await insertMember(app);
    const { members: count } = (await read('terms')) as { members: number };
    await announceTerms(20);
    expect(await app.db.$count(notifications, eq(notifications.kind, 'TERMS_CHANGED'))).toBe(count);
    expect(count).toBeGreaterThan(1);
    expect(await read('over14')).toEqual({ members: 0 });
    await publishChange(app, admin, 'messages', () => ({ termsChanged: false }));
    expect(await read('terms')).toEqual({ members: 0 });
    await publishChange(app, admin, 'messages', () => ({ termsChanged: true }));
  });
});

describe('messages that a member declined', () => {
  const choose = (token: string, choices: object) => app.put('/api/member/messages', choices, { token });

  it('are reminders and answers only', async () => {
    const member = await insertMember(app);
    const { accessToken: token } = member;
    const read = async () => (await app.get('/api/member/messages', { token })).json();
    expect(await read()).toEqual({ reminders: true, answers: true, confirmationsTo: null });
    expect((await choose(token, { reminders: false, answers: false })).status).toBe(200);
    expect(await read()).toMatchObject({ reminders: false, answers: false });
    expect((await choose(token, { reminders: false })).status).toBe(400);

    await insertReservation(app, member, { date: '2026-11-22', time: '18-19' });
    const { id } = await insertQuestion(app, member, { notify: true });
    await postAnswer(app, admin, id);
    expect(await sendToCustomers(app)).toMatchObject([
      { to: member.phone, text: expect.stringContaining('확정') as unknown },
    ]);
    for (const hour of [18, 19, 40, 41]) {
      app.clock.set(new Date(seoulInstant('2026-11-21', 0).getTime() + hour * 3_600_000));
      await queueReminders(app.deps);
      await sendNotifications(app.deps);
    }
    expect(app.sent.filter(({ to }) => to === member.phone)).toHaveLength(1);
  });
});

describe('the number that confirmations go to', () => {
  const read = async (phone: string) => {
    const member = await insertMember(app, { phone });
    const services = { ...app.deps.env.services, sendsSms: true };
    const hono = createApp({ ...app.deps, env: { ...app.deps.env, services } });
    const headers = { authorization: `Bearer ${member.accessToken}` };
    return (await hono.request('/api/member/messages', { headers })).json();
  };

  it('is shown in part while confirmations are sent', async () => {
    expect(await read('01012345678')).toMatchObject({ confirmationsTo: '010-****-5678' });
    await publishChange(app, admin, 'messages', () => ({ booked: false }));
    expect(await read('01012345679')).toMatchObject({ confirmationsTo: null });
    await publishChange(app, admin, 'messages', () => ({ booked: true }));
  });
});

describe('messages by e-mail', () => {
  it('tell the studio of a new reservation and question, with a link and nothing of the customer', async () => {
    await publishChange(app, admin, 'messages', () => ({
      studioPhones: [],
      studioEmails: ['owner@studio.kr'],
    }));
    const member = await insertMember(app, { name: '김민수' });
    const { id } = await insertReservation(app, member, { date: '2026-12-08', time: '15-16' });
    await insertQuestion(app, member, { title: '비밀 이야기' });
    await sendNotifications(app.deps);
    expect(app.mails).toEqual([
      {
        to: 'owner@studio.kr',
        subject: '[사진관] 새 예약: 12월 8일(화) 오후 3시 웨딩',
        text: `[사진관] 새 예약: 12월 8일(화) 오후 3시 웨딩\n\nhttp://localhost:3000/admin/reservations/${id}\n`,
      },
      expect.objectContaining({
        text: '[사진관] 새 문의가 등록되었습니다. 확인 후 답변해 주세요.\n\nhttp://localhost:3000/admin/questions\n',
      }),
    ]);
    const listed = await app.get('/api/admin/notification', { token: admin.accessToken });
    expect((await listed.json()) as Notification[]).toMatchObject([
      { kind: 'QUESTION_ASKED', channel: 'EMAIL', state: 'SENT' },
      { kind: 'NEW_RESERVATION', channel: 'EMAIL', state: 'SENT' },
      { kind: 'RESERVATION_BOOKED', channel: 'SMS' },
    ]);
    await publishChange(app, admin, 'messages', () => ({ studioPhones: [STUDIO_PHONE], studioEmails: [] }));
  });
});

describe('the examples of messages', () => {
  it('show each SMS with its bytes, and the approved alimtalk', async () => {
    await approveTemplate(app, admin, 'reminder');
    const response = await app.get('/api/admin/notification/texts', { token: admin.accessToken });
    const examples = (await response.json()) as MessageExample[];
    const byKind = new Map(examples.map((example) => [example.kind, example]));
    expect(byKind.get('RESERVATION_BOOKED')).toMatchObject({
      label: '예약 확정',
      sms: '[사진관] 11월 28일(토) 오후 3시 사전 미팅 예약이 확정되었습니다. 문의 02-000-0000',
      smsBytes: 81,
      alimtalk: { review: 'DRAFT', isSent: false },
    });
    expect(byKind.get('REMINDER_DAY_BEFORE')?.alimtalk).toMatchObject({
      text: expect.stringContaining('■ 일시: 11월 28일(토) 오후 3시') as unknown,
      isSent: true,
    });
    for (const { smsBytes } of examples) expect(smsBytes).toBeLessThanOrEqual(90);
  });
});
