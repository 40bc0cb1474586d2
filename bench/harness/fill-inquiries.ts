import { sql } from 'drizzle-orm';
import type { Database, Db } from '#server/db/connection.ts';
import { insertPeople } from '#test/torture/people.ts';
import type { Person } from '#test/torture/people.ts';
import { createWriter, seedNumbers } from './inquiry-texts.ts';

export const INQUIRIES = 100_000;
const AUTHORS = 5_000;
const PEOPLE_AT_ONCE = 1_000;
/** A statement has three seconds. */
const AT_ONCE = 500;
const SECRET = 0.1;
const ANSWERED = 0.95;
/** Who has written more than anybody else does. */
const OWN = 200;
/** A word of two syllables and one of four that are in so few inquiries. */
export const RARE = { words: ['드론', '헬리콥터'], inquiries: 20 } as const;

export interface Readers {
  readonly member: Person;
  readonly admin: Person;
}

interface Draft {
  readonly author: string;
  readonly title: string;
  readonly content: string;
  readonly secret: boolean;
}

const insertDrafts = async (db: Db, drafts: readonly Draft[]): Promise<void> => {
  const column = (name: keyof Draft) => sql.param(drafts.map((draft) => draft[name]));
  await db.execute(sql`
    insert into questions (member_id, title, content, secret, created_at)
    select * , now() from unnest(
      ${column('author')}::uuid[], ${column('title')}::text[], ${column('content')}::text[], ${column('secret')}::boolean[])`);
};

const answerMost = async (db: Db): Promise<void> => {
  for (let from = 1; from <= INQUIRIES; from += 10 * AT_ONCE) {
    await db.execute(sql`
      insert into answers (question_id, content, created_at)
      select id, '안녕하세요. 문의해 주셔서 감사합니다. 미팅 때 자세히 안내해 드리겠습니다.', now() from questions
      where id between ${from} and ${from + 10 * AT_ONCE - 1} and abs(hashint8(id)) % 1000 < ${ANSWERED * 1_000}`);
  }
};

/** The same index in a tenth of the time: made of what is there, instead of grown by each inquiry. */
const withoutIndexes = async (db: Db, exec: Database['exec'], fill: () => Promise<void>): Promise<void> => {
  const { rows } = await db.execute<{ name: string; definition: string }>(sql`
    select indexname as name, indexdef as definition from pg_indexes where indexname like 'questions_by_%_grams'`);
  if (rows.length !== 2) throw new Error('the indexes have other names now');
  for (const { name } of rows) await db.execute(sql`drop index ${sql.identifier(name)}`);
  await fill();
  for (const { name, definition } of rows) {
    await exec(
      `set local statement_timeout = 0; ${definition}; alter index ${name} alter column 1 set statistics 0`,
    );
  }
};

/** Ten years of a studio that is asked thirty times a day. */
export const fillInquiries = async (db: Db, exec: Database['exec']): Promise<Readers> => {
  const [member] = await insertPeople(db, 1);
  const [admin] = await insertPeople(db, 1, { role: 'ADMIN' });
  if (member === undefined || admin === undefined) throw new Error('nobody was inserted');
  const authors: Person[] = [];
  while (authors.length < AUTHORS) authors.push(...(await insertPeople(db, PEOPLE_AT_ONCE)));

  const random = seedNumbers(6);
  const { write } = createWriter(random);
  const draft = (index: number): Draft => {
    const author = index % (INQUIRIES / OWN) === 0 ? member : authors[Math.floor(random() * AUTHORS)];
    const rare = index % (INQUIRIES / RARE.inquiries) === 1 ? ` ${RARE.words.join(' ')}` : '';
    return {
      author: author?.id ?? '',
      title: `${write(5, rare === '' ? 40 : 30)}${rare}`,
      content: `${write(50, 490)}${rare}`,
      secret: random() < SECRET,
    };
  };
  await withoutIndexes(db, exec, async () => {
    for (let from = 0; from < INQUIRIES; from += AT_ONCE) {
      await insertDrafts(
        db,
        Array.from({ length: AT_ONCE }, (_, index) => draft(from + index)),
      );
    }
  });
  await answerMost(db);
  await exec('set local statement_timeout = 0; analyze');
  return { member, admin };
};
