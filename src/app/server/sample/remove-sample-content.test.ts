import { expect, it } from 'vitest';
import { reservations } from '#features/reservations/server/tables.ts';
import { questions } from '#features/questions/server/tables.ts';
import { photos } from '#core/files/server/tables.ts';
import { adminAuditLog } from '#core/audit/server/tables.ts';
import { members } from '#core/auth/server/tables.ts';
import { createTestApp } from '#test/test-app.ts';
import { insertAdmin, insertMember } from '#test/factories/members.ts';
import { insertQuestion } from '#test/factories/questions.ts';
import { insertPhotoRows } from '#test/factories/photos.ts';
import { insertReservation } from '#test/factories/reservations.ts';
import { loadSampleContent } from './sample-content.ts';

const app = await createTestApp();

it('removing the sample content deletes it for good and nothing else', async () => {
  await loadSampleContent(app.deps);
  const { accessToken: token } = await insertAdmin(app);
  const member = await insertMember(app);
  await insertQuestion(app, member, { title: '우리 문의' });
  await insertPhotoRows(app, 'FOOD', ['own']);

  const before = (await (await app.get('/api/admin/sample', { token })).json()) as Record<string, number>;
  expect(before['photos']).toBeGreaterThan(20);
  expect(before['questions']).toBeGreaterThan(3);
  expect((await app.delete('/api/admin/sample', undefined, { token })).status).toBe(204);
  expect(await (await app.get('/api/admin/sample', { token })).json()).toEqual({ photos: 0, questions: 0 });

  const visible = (await app.db.select().from(photos)).filter(({ deletedAt }) => deletedAt === null);
  expect(visible.map(({ savedFileName }) => savedFileName)).toEqual(['own']);
  expect((await app.db.select().from(questions)).map(({ title }) => title)).toEqual(['우리 문의']);
  expect(await app.db.$count(members)).toBe(2);
  const audit = await app.db.select().from(adminAuditLog);
  expect(audit.map(({ action }) => action)).toContain('REMOVE_SAMPLE_CONTENT');

  await app.db.delete(photos);
  await loadSampleContent(app.deps);
  expect([await app.db.$count(photos), await app.db.$count(questions)]).toEqual([0, 1]);
});

it('the samples can be removed after a member with a reservation was deleted, whose reservation stays', async () => {
  const admin = await insertAdmin(app);
  const member = await insertMember(app);
  await insertReservation(app, member, { date: '2026-11-24' });
  const { status } = await app.delete('/api/member', undefined, { token: member.accessToken });
  expect(status).toBe(204);
  expect((await app.delete('/api/admin/sample', undefined, { token: admin.accessToken })).status).toBe(204);
  expect(await app.db.$count(reservations)).toBe(1);
});
