import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { sessions } from '#server/db/schema.ts';
import { testApp } from '#test/app.ts';
import { insertMember } from '#test/factories.ts';
import { createFindLiveMember } from './find-live-members.ts';

const app = await testApp();

const insertSessions = (count: number) =>
  Promise.all(
    Array.from({ length: count }, async () => {
      const { id: memberId, loginId } = await insertMember(app);
      const [session] = await app.db
        .select({ id: sessions.id })
        .from(sessions)
        .where(eq(sessions.memberId, memberId));
      return { memberId, sessionId: session?.id ?? '', loginId };
    }),
  );

it('tells each of those who ask at once who they are', async () => {
  const findLiveMember = createFindLiveMember(app.deps);
  const people = await insertSessions(19);
  const [ended, lent, other] = people;
  await app.db
    .update(sessions)
    .set({ revokedAt: app.clock.now() })
    .where(eq(sessions.id, ended?.sessionId ?? ''));
  const asked = [
    ...people,
    // The session of one with the name of another, one that never was, and one twice.
    { sessionId: lent?.sessionId ?? '', memberId: other?.memberId ?? '' },
    { sessionId: randomUUID(), memberId: other?.memberId ?? '' },
    { sessionId: lent?.sessionId ?? '', memberId: lent?.memberId ?? '' },
  ];
  const found = await Promise.all(asked.map(findLiveMember));
  const expected = people.map(({ loginId }, index) => (index === 0 ? undefined : loginId));
  expect(found.map((member) => member?.loginId)).toEqual([...expected, undefined, undefined, lent?.loginId]);
});

it('looks up anew who asks again: what ended meanwhile counts', async () => {
  const findLiveMember = createFindLiveMember(app.deps);
  const [person] = await insertSessions(1);
  if (person === undefined) throw new Error('nobody');
  expect(await findLiveMember(person)).toMatchObject({ id: person.memberId });
  await app.db.update(sessions).set({ revokedAt: app.clock.now() }).where(eq(sessions.id, person.sessionId));
  expect(await findLiveMember(person)).toBeNull();
});
