import { and, asc, desc, eq, isNotNull, isNull, lt, or, sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { Db } from '#server/db/connection.ts';
import { answers, members, questions } from '#server/db/schema.ts';
import type { WaitingPlace } from './admin-cursor.ts';
import type { QuestionRow, Reader } from './present-question.ts';

interface Page {
  readonly limit: number;
  /** Id of the last inquiry already seen. */
  readonly after: number | null;
}

const select = (db: Pick<Db, 'select'>) =>
  db
    .select({
      question: questions,
      memberName: members.name,
      answer: { id: answers.id, content: answers.content, createdAt: answers.createdAt },
    })
    .from(questions)
    .innerJoin(members, eq(members.id, questions.memberId))
    .leftJoin(answers, eq(answers.questionId, questions.id));

const findNewestFirst = (
  db: Db,
  condition: SQL | undefined,
  { limit, after }: Page,
): Promise<QuestionRow[]> =>
  select(db)
    .where(and(condition, after === null ? undefined : lt(questions.id, after)))
    .orderBy(desc(questions.id))
    .limit(limit);

export const findQuestions = (db: Db, page: Page): Promise<QuestionRow[]> =>
  findNewestFirst(db, undefined, page);

export const findQuestionsByMember = (db: Db, memberId: string, page: Page): Promise<QuestionRow[]> =>
  findNewestFirst(db, eq(questions.memberId, memberId), page);

export const findQuestion = async (db: Pick<Db, 'select'>, id: number): Promise<QuestionRow | null> => {
  const [row] = await select(db).where(eq(questions.id, id));
  return row ?? null;
};

/** What this reader can find: others' secret posts are not looked into, so that no search tells what they hold. */
const isOpenTo = (reader: Reader | null): SQL | undefined => {
  if (reader?.role === 'ADMIN') return undefined;
  const isOpen = eq(questions.secret, false);
  return reader === null ? isOpen : or(isOpen, eq(questions.memberId, reader.id));
};

export interface Search {
  readonly in: 'title' | 'content';
  readonly keyword: string;
  readonly mine: boolean;
}

/** Literal and whatever the case: the index narrows by pairs of letters, `strpos`, which knows no wildcards, decides. */
export const searchQuestions = (
  db: Db,
  reader: Reader | null,
  { in: field, keyword, mine }: Search,
  page: Page,
): Promise<QuestionRow[]> => {
  const text = field === 'title' ? questions.title : questions.content;
  const holds = sql`search_grams(${text}) @> keyword_grams(${keyword}) and strpos(lower(${text}), lower(${keyword})) > 0`;
  const ofReader = mine && reader !== null ? eq(questions.memberId, reader.id) : undefined;
  return findNewestFirst(db, and(holds, ofReader, isOpenTo(reader)), page);
};

/** Those that wait, the longest first; then those that are answered, newest first. */
export const findForAdmins = async (
  db: Db,
  answered: boolean | undefined,
  { limit, after }: { readonly limit: number; readonly after: WaitingPlace | null },
): Promise<QuestionRow[]> => {
  const waiting =
    answered === true || after?.isAnswered === true
      ? []
      : await select(db)
          .where(and(isNull(answers.id), after === null ? undefined : sql`${questions.id} > ${after.id}`))
          .orderBy(asc(questions.id))
          .limit(limit);
  if (answered === false || waiting.length === limit) return waiting;
  const older = after?.isAnswered === true ? lt(questions.id, after.id) : undefined;
  const done = await select(db)
    .where(and(isNotNull(answers.id), older))
    .orderBy(desc(questions.id))
    .limit(limit - waiting.length);
  return [...waiting, ...done];
};
