import { and, asc, desc, eq, gt, isNotNull, lt, sql, type SQL } from 'drizzle-orm';
import { members } from '#core/auth/server/tables.ts';
import type { Db, Tx } from '#platform/server/db/database.ts';
import { idCursor, type Page } from '#platform/server/http/pagination.ts';
import { answers, questions } from './tables.ts';

const select = (db: Tx) =>
  db
    .select({
      question: questions,
      memberName: members.name,
      answer: { id: answers.id, content: answers.content, createdAt: answers.createdAt },
    })
    .from(questions)
    .innerJoin(members, eq(members.id, questions.memberId))
    .leftJoin(answers, eq(answers.questionId, questions.id));

export type QuestionRow = Awaited<ReturnType<typeof select>>[number];

/** Finds a page of the questions that match, or of all, newest first. */
export const findQuestions = (
  db: Db,
  { limit, after }: Page<number>,
  condition?: SQL,
): Promise<QuestionRow[]> =>
  select(db)
    .where(and(condition, after === null ? undefined : lt(questions.id, after)))
    .orderBy(desc(questions.id))
    .limit(limit);

export const findQuestion = async (db: Tx, id: number): Promise<QuestionRow | null> => {
  const [row] = await select(db).where(eq(questions.id, id));
  return row ?? null;
};

/** A subquery, because for a join the planner may read both tables completely. */
export const isUnanswered = sql`not exists (select from ${answers} where ${answers.questionId} = ${questions.id})`;

const findUnanswered = (
  db: Db,
  condition: SQL | undefined,
  { limit, after }: Page<number>,
): Promise<QuestionRow[]> => {
  const isOnPage = and(condition, after === null ? undefined : gt(questions.id, after), isUnanswered);
  return select(db)
    .where(
      sql`${questions.id} in (
        select ${questions.id} from ${questions} where ${isOnPage} order by ${questions.id} limit ${limit})`,
    )
    .orderBy(asc(questions.id));
};

interface UnansweredFirstPosition {
  readonly isAnswered: boolean;
  readonly id: number;
}

/** Encodes positions as `waiting.17` or `answered.17`. */
export const unansweredFirstCursor = {
  read: (cursor: string): UnansweredFirstPosition | null => {
    const [group, idText = '', ...rest] = cursor.split('.');
    const id = idCursor.read(idText);
    if (id === null || rest.length > 0 || (group !== 'waiting' && group !== 'answered')) return null;
    return { isAnswered: group === 'answered', id };
  },
  write: ({ question, answer }: QuestionRow): string =>
    `${answer === null ? 'waiting' : 'answered'}.${question.id}`,
};

/** Lists unanswered questions, oldest first, then answered ones, newest first; with `answered` only one of the groups. */
export const findForAdmins = async (
  db: Db,
  answered: boolean | undefined,
  condition: SQL | undefined,
  { limit, after }: Page<UnansweredFirstPosition>,
): Promise<QuestionRow[]> => {
  const isPastWaiting = answered === true || after?.isAnswered === true;
  const waiting = isPastWaiting
    ? []
    : await findUnanswered(db, condition, { limit, after: after?.id ?? null });
  if (answered === false || waiting.length === limit) return waiting;
  const older = after?.isAnswered === true ? lt(questions.id, after.id) : undefined;
  const done = await select(db)
    .where(and(condition, isNotNull(answers.id), older))
    .orderBy(desc(questions.id))
    .limit(limit - waiting.length);
  return [...waiting, ...done];
};
