import { eq, sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { members, questions } from '#server/db/schema.ts';
import { testApp } from '#test/app.ts';
import { insertMember } from '#test/factories.ts';
import { mapRowsAtOnce } from './map-rows.ts';

const app = await testApp();
const { id } = await insertMember(app);
await app.db.insert(questions).values({ memberId: id, title: '질문', content: '내용', secret: true });

/** What the query builder itself makes of it, and what is made of it here. */
const readBoth = async <Row>(prepare: (name: string) => { execute(): Promise<Row[]> }) => {
  const [itself, ours] = [prepare('itself'), prepare('ours')];
  mapRowsAtOnce(ours);
  return {
    itself: await itself.execute(),
    ours: await ours.execute(),
    isOurs: (ours as { customResultMapper?: unknown }).customResultMapper !== undefined,
  };
};

it('reads rows of values as the query builder does: moments, flags, numbers, nothing, and what is put together', async () => {
  const { title, secret, createdAt, id: number } = questions;
  const { itself, ours, isOurs } = await readBoth((name) =>
    app.db
      .select({
        number,
        title,
        secret,
        createdAt,
        phone: members.phone,
        missing: members.loginId,
        count: sql<number>`1 + 1`.mapWith(Number),
        words: sql<string>`title || '!'`,
      })
      .from(questions)
      .innerJoin(members, eq(members.id, questions.memberId))
      .prepare(`rows_${name}`),
  );
  expect(isOurs).toBe(true);
  expect(ours).toEqual(itself);
  expect(ours).toMatchObject([{ title: '질문', secret: true, count: 2, words: '질문!' }]);
  expect(ours[0]?.createdAt).toBeInstanceOf(Date);
});

it('reads whole tables', async () => {
  const { itself, ours, isOurs } = await readBoth((name) =>
    app.db.select().from(questions).prepare(`table_${name}`),
  );
  expect(isOurs).toBe(true);
  expect(ours).toEqual(itself);
  expect(ours).toMatchObject([{ memberId: id, content: '내용' }]);
});

it('leaves rows with parts inside to the query builder', async () => {
  const { itself, ours, isOurs } = await readBoth((name) =>
    app.db
      .select({ question: questions, member: members })
      .from(questions)
      .leftJoin(members, eq(members.id, questions.memberId))
      .prepare(`parts_${name}`),
  );
  expect(isOurs).toBe(false);
  expect(ours).toEqual(itself);
  expect(ours[0]?.member?.id).toBe(id);
});
