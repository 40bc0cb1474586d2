import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { findNotifications } from '#app/server/messages/queries.ts';
import { purgeExpired } from '#app/server/purge/purge-expired.ts';
import { members } from '#core/auth/server/tables.ts';
import { questions } from '#features/questions/server/tables.ts';
import { seoulInstant } from '#platform/contract/seoul-time.ts';
import { noSms } from '#platform/server/ports/no-messages.ts';
import type { SmsMessage } from '#platform/server/ports/sms/sms.ts';
import { insertAdmin, insertMember } from '#test/factories/members.ts';
import { sendNotifications } from '#test/factories/messages.ts';
import { insertQuestion, postAnswer } from '#test/factories/questions.ts';
import { readError, createTestApp } from '#test/test-app.ts';
import type { Notification } from '../contract/notifications.ts';
import { RETRY_DELAYS_MS } from './poll-deliveries.ts';
import { notifications } from './tables.ts';

const STUDIO = '01000000000';
const HOUR = 3_600_000;
const app = await createTestApp();
const author = await insertMember(app, { name: '김민수' });
const admin = await insertAdmin(app);
const { accessToken: token } = admin;

const NOW = app.clock.now();

beforeEach(async () => {
  // Access tokens expire after ten minutes.
  app.clock.set(NOW);
  await app.db.delete(notifications);
  await app.db.delete(questions);
  app.sent.length = 0;
  app.setSmsOutcome('accepted');
});

const send = () => sendNotifications(app.deps);
const listed = async (): Promise<Notification[]> => {
  const rows = await findNotifications(app.deps, { limit: 10, after: null });
  return rows.map(({ notification }) => notification);
};
const resend = (id: number) => app.post(`/api/admin/notification/${id}/resend`, undefined, { token });

/** Creates an answered question whose author asked for a notification; the studio's notification was already sent. */
const answerOne = async (): Promise<void> => {
  const { id } = await insertQuestion(app, author, { notify: true });
  await send();
  await postAnswer(app, admin, id);
};

describe('notifications about questions', () => {
  it('the studio is notified of a new question without its content', async () => {
    await insertQuestion(app, author, { title: '비밀 이야기', secret: true });
    expect(app.sent).toEqual([]);
    await send();
    expect(app.sent).toEqual([
      { to: STUDIO, text: '[사진관] 새 문의가 등록되었습니다. 확인 후 답변해 주세요.' },
    ]);
    expect(await listed()).toMatchObject([
      { kind: 'QUESTION_ASKED', label: '새 문의', memberName: null, state: 'SENT', attempts: 1 },
    ]);
  });

  it('an author who asked for it is notified of the answer once', async () => {
    await answerOne();
    await Promise.all([send(), send(), send()]);
    expect(app.sent.filter(({ to }) => to === author.phone)).toEqual([
      { to: author.phone, text: '[사진관] 남기신 문의에 답변이 등록되었습니다.' },
    ]);
    expect((await listed())[0]).toMatchObject({
      kind: 'QUESTION_ANSWERED',
      memberName: '김민수',
      state: 'SENT',
    });
  });

  it('notifications are recorded as simulated when the outbox replaces a provider', async () => {
    await insertQuestion(app, author);
    const sms = { ...app.deps.sms, isSimulated: true } as const;
    await sendNotifications({ ...app.deps, sms });
    expect(await listed()).toMatchObject([{ state: 'SIMULATED', attempts: 1 }]);
    // With a real provider later, simulated notifications are not sent.
    await sendNotifications(app.deps);
    expect(await listed()).toMatchObject([{ state: 'SIMULATED', attempts: 1 }]);
  });

  it('an author who did not ask for it is not notified', async () => {
    const { id } = await insertQuestion(app, author);
    await postAnswer(app, admin, id);
    await send();
    expect(app.sent.map(({ to }) => to)).toEqual([STUDIO]);
  });

  it('a rejected notification is retried five times with growing delays', async () => {
    await answerOne();
    // All attempts fall into the day.
    app.clock.set(seoulInstant('2026-11-23', 8));
    app.setSmsOutcome('rejected');
    for (let attempts = 1; attempts <= RETRY_DELAYS_MS.length; attempts += 1) {
      await send();
      expect((await listed())[0]).toMatchObject({ state: 'QUEUED', attempts });
      await send();
      expect((await listed())[0]).toMatchObject({ attempts });
      app.clock.advance(3 * HOUR);
    }
    await send();
    expect((await listed())[0]).toMatchObject({ state: 'FAILED', attempts: RETRY_DELAYS_MS.length + 1 });
    app.clock.advance(24 * HOUR);
    app.setSmsOutcome('accepted');
    await send();
    expect(app.sent.map(({ to }) => to)).toEqual([STUDIO]);
  });

  it('F-13 a notification with unknown outcome is never retried automatically', async () => {
    await answerOne();
    app.setSmsOutcome('unknown');
    await send();
    app.setSmsOutcome('accepted');
    app.clock.advance(24 * HOUR);
    await send();
    expect(app.sent.map(({ to }) => to)).toEqual([STUDIO]);
    app.clock.set(NOW);
    const [unknown] = await listed();
    expect(unknown).toMatchObject({ state: 'UNKNOWN', attempts: 1 });

    const shown = await (await app.get('/api/admin/notification?limit=1', { token })).json();
    expect(shown).toEqual([unknown]);
    expect((await resend(unknown?.id ?? 0)).status).toBe(200);
    await send();
    expect((await listed())[0]).toMatchObject({ state: 'SENT' });
    expect(await readError(await resend(unknown?.id ?? 0))).toMatchObject({
      status: 409,
      code: 'ALREADY_SENT',
    });
    expect(await readError(await resend(999_999))).toMatchObject({ status: 404 });
  });

  it('a notification whose sender crashed has an unknown outcome, and later ones are sent', async () => {
    await answerOne();
    await insertQuestion(app, author);
    const isSending = new Promise<void>((resolve) => {
      const sms = { ...noSms, send: () => (resolve(), new Promise<never>(() => undefined)) };
      void sendNotifications({ ...app.deps, sms });
    });
    await isSending;
    await send();
    expect(app.sent.map(({ to }) => to)).toEqual([STUDIO, STUDIO]);
    const [, left] = await listed();
    expect(left).toMatchObject({ kind: 'QUESTION_ANSWERED', state: 'UNKNOWN', settledAt: null });

    // The first process might still be sending it.
    expect(await readError(await resend(left?.id ?? 0))).toMatchObject({ code: 'ALREADY_SENT' });
    app.clock.advance(61_000);
    expect((await resend(left?.id ?? 0)).status).toBe(200);
    await send();
    expect(app.sent.map(({ to }) => to)).toEqual([STUDIO, STUDIO, author.phone]);
  });

  it('F-13 a notification whose sending throws has an unknown outcome and does not block others', async () => {
    await insertQuestion(app, author, { title: '첫째' });
    await insertQuestion(app, author, { title: '둘째' });
    let attempts = 0;
    const sms = {
      ...noSms,
      send: (message: SmsMessage) => {
        attempts += 1;
        return attempts === 1 ? Promise.reject(new Error('broken')) : app.deps.sms.send(message);
      },
    };
    await sendNotifications({ ...app.deps, sms });
    expect(await listed()).toMatchObject([{ state: 'SENT' }, { state: 'UNKNOWN', attempts: 1 }]);
    expect((await listed())[1]?.settledAt).not.toBeNull();
  });

  it('a notification of a deleted answer is not sent', async () => {
    const { id } = await insertQuestion(app, author, { notify: true });
    const answer = (await (await postAnswer(app, admin, id)).json()) as { id: number };
    await app.delete(`/api/admin/question/answer/${answer.id}`, undefined, { token });
    await send();
    expect(app.sent.map(({ to }) => to)).toEqual([STUDIO]);
    await postAnswer(app, admin, id);
    await send();
    expect(app.sent.map(({ to }) => to)).toEqual([STUDIO, author.phone]);
  });

  it('a notification without a phone number fails, and is deleted with its question', async () => {
    await answerOne();
    await app.db.update(members).set({ phone: null }).where(eq(members.id, author.id));
    await send();
    await app.db.update(members).set({ phone: author.phone }).where(eq(members.id, author.id));
    const [failed] = await listed();
    expect(failed).toMatchObject({ state: 'FAILED' });
    await app.delete(`/api/question/${failed?.questionId}`, undefined, { token: author.accessToken });
    expect(await listed()).toEqual([]);
  });

  // Runs last, because it deletes the sessions as well.
  it.each([
    ['2026-11-21', '2027-02-21', '2027-02-22'],
    ['2026-11-30', '2027-02-28', '2027-03-01'],
  ])('of %s are there through %s, gone on %s: 3 months', async (day, last, first) => {
    app.clock.set(seoulInstant(day, 23));
    const createdAt = app.clock.now();
    await app.db
      .insert(notifications)
      .values({ kind: 'QUESTION_ASKED', recipient: 'STUDIO 1', values: {}, dueAt: createdAt, createdAt });
    await purgeExpired(app.db, seoulInstant(last, 4));
    expect(await listed()).toHaveLength(1);
    await purgeExpired(app.db, seoulInstant(first, 4));
    expect(await listed()).toEqual([]);
  });
});
