import { sql } from 'drizzle-orm';
import type { Database, Db } from '#server/db/database.ts';
import { insertSignedInUsers, type SignedInUser } from '#test/factories/signed-in-users.ts';
import { createTextGenerator, createSeededRandom } from './question-texts.ts';

export const QUESTION_COUNT = 100_000;
const AUTHOR_COUNT = 5_000;
const AUTHORS_PER_INSERT = 1_000;
/** Keeps each insert below the statement timeout of three seconds. */
const QUESTIONS_PER_INSERT = 500;
const SECRET_SHARE = 0.1;
const ANSWERED_SHARE = 0.95;
/** More questions than any real member writes. */
const OWN_QUESTIONS = 200;
/** Words of two and of four syllables that occur in only this many questions. */
export const RARE_WORDS = { words: ['드론', '헬리콥터'], questions: 20 } as const;

export interface Readers {
  readonly member: SignedInUser;
  readonly admin: SignedInUser;
}

interface QuestionRow {
  readonly author: string;
  readonly title: string;
  readonly content: string;
  readonly secret: boolean;
}

const insertQuestions = async (db: Db, questions: readonly QuestionRow[]): Promise<void> => {
  const column = (name: keyof QuestionRow) => sql.param(questions.map((question) => question[name]));
  await db.execute(sql`
    insert into questions (member_id, title, content, secret, created_at)
    select * , now() from unnest(
      ${column('author')}::uuid[], ${column('title')}::text[], ${column('content')}::text[], ${column('secret')}::boolean[])`);
};

const insertAnswers = async (db: Db): Promise<void> => {
  for (let from = 1; from <= QUESTION_COUNT; from += 10 * QUESTIONS_PER_INSERT) {
    await db.execute(sql`
      insert into answers (question_id, content, created_at)
      select id, '안녕하세요. 문의해 주셔서 감사합니다. 미팅 때 자세히 안내해 드리겠습니다.', now() from questions
      where id between ${from} and ${from + 10 * QUESTIONS_PER_INSERT - 1} and abs(hashint8(id)) % 1000 < ${ANSWERED_SHARE * 1_000}`);
  }
};

/** Drops the bigram indexes, fills the table and creates them again: ten times as fast as updating them with each insert. */
const withoutIndexes = async (db: Db, exec: Database['exec'], fill: () => Promise<void>): Promise<void> => {
  const { rows } = await db.execute<{ name: string; definition: string }>(sql`
    select indexname as name, indexdef as definition from pg_indexes where indexname like 'questions_by_%_bigrams'`);
  if (rows.length !== 2) throw new Error('expected two bigram indexes on questions');
  for (const { name } of rows) await db.execute(sql`drop index ${sql.identifier(name)}`);
  await fill();
  for (const { name, definition } of rows) {
    await exec(
      `set local statement_timeout = 0; ${definition}; alter index ${name} alter column 1 set statistics 0`,
    );
  }
};

/** Questions of ten years at thirty a day. */
export const seedQuestions = async (db: Db, exec: Database['exec']): Promise<Readers> => {
  const [member] = await insertSignedInUsers(db, 1);
  const [admin] = await insertSignedInUsers(db, 1, { role: 'ADMIN' });
  if (member === undefined || admin === undefined) throw new Error('no users were inserted');
  const authors: SignedInUser[] = [];
  while (authors.length < AUTHOR_COUNT) authors.push(...(await insertSignedInUsers(db, AUTHORS_PER_INSERT)));

  const random = createSeededRandom(6);
  const { write } = createTextGenerator(random);
  const createQuestion = (index: number): QuestionRow => {
    const author =
      index % (QUESTION_COUNT / OWN_QUESTIONS) === 0 ? member : authors[Math.floor(random() * AUTHOR_COUNT)];
    const rare =
      index % (QUESTION_COUNT / RARE_WORDS.questions) === 1 ? ` ${RARE_WORDS.words.join(' ')}` : '';
    return {
      author: author?.id ?? '',
      title: `${write(5, rare === '' ? 40 : 30)}${rare}`,
      content: `${write(50, 490)}${rare}`,
      secret: random() < SECRET_SHARE,
    };
  };
  await withoutIndexes(db, exec, async () => {
    for (let from = 0; from < QUESTION_COUNT; from += QUESTIONS_PER_INSERT) {
      await insertQuestions(
        db,
        Array.from({ length: QUESTIONS_PER_INSERT }, (_, index) => createQuestion(from + index)),
      );
    }
  });
  await insertAnswers(db);
  await exec('set local statement_timeout = 0; analyze');
  return { member, admin };
};
