import { and, asc, desc, eq, isNotNull, lt, sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { Db } from '#server/db/database.ts';
import { answers, members, questions } from '#server/db/schema.ts';
import type { UnansweredFirstCursor } from './admin-cursor.ts';
import type { QuestionRow } from './present-question.ts';

export interface QuestionPage {
  readonly limit: number;
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

export const findNewestFirst = (
  db: Db,
  condition: SQL | undefined,
  { limit, after }: QuestionPage,
): Promise<QuestionRow[]> =>
  select(db)
    .where(and(condition, after === null ? undefined : lt(questions.id, after)))
    .orderBy(desc(questions.id))
    .limit(limit);

export const findQuestions = (db: Db, page: QuestionPage): Promise<QuestionRow[]> =>
  findNewestFirst(db, undefined, page);

export const findQuestionsByMember = (db: Db, memberId: string, page: QuestionPage): Promise<QuestionRow[]> =>
  findNewestFirst(db, eq(questions.memberId, memberId), page);

export const findQuestion = async (db: Pick<Db, 'select'>, id: number): Promise<QuestionRow | null> => {
  const [row] = await select(db).where(eq(questions.id, id));
  return row ?? null;
};

/** Lists unanswered questions, oldest first. A subquery, because for a join the planner reads both tables completely. */
const findUnanswered = (db: Db, limit: number, after: number | null): Promise<QuestionRow[]> => {
  const isOlder = after === null ? sql`true` : sql`id > ${after}`;
  return select(db)
    .where(
      sql`${questions.id} in (
        select id from questions as waiting
        where ${isOlder} and not exists (select from answers where question_id = waiting.id)
        order by id limit ${limit})`,
    )
    .orderBy(asc(questions.id));
};

/** Lists unanswered questions, oldest first, then answered ones, newest first. */
export const findForAdmins = async (
  db: Db,
  answered: boolean | undefined,
  { limit, after }: { readonly limit: number; readonly after: UnansweredFirstCursor | null },
): Promise<QuestionRow[]> => {
  const waiting =
    answered === true || after?.isAnswered === true ? [] : await findUnanswered(db, limit, after?.id ?? null);
  if (answered === false || waiting.length === limit) return waiting;
  const older = after?.isAnswered === true ? lt(questions.id, after.id) : undefined;
  const done = await select(db)
    .where(and(isNotNull(answers.id), older))
    .orderBy(desc(questions.id))
    .limit(limit - waiting.length);
  return [...waiting, ...done];
};
