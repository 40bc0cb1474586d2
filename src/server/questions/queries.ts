import { and, desc, eq, lt } from 'drizzle-orm';
import { maskName } from '#contract/mask-name.ts';
import type { Question } from '#contract/questions.ts';
import type { Db } from '#server/db/connection.ts';
import { answers, members, questions } from '#server/db/schema.ts';

/** Who reads: null for a guest. */
export interface Reader {
  readonly id: string;
  readonly role: 'MEMBER' | 'ADMIN';
}

const HIDDEN = '비밀글입니다.';

const columns = {
  question: questions,
  memberName: members.name,
  answer: { id: answers.id, content: answers.content, createdAt: answers.createdAt },
};

interface Row {
  readonly question: typeof questions.$inferSelect;
  readonly memberName: string;
  readonly answer: { readonly id: number; readonly content: string; readonly createdAt: Date } | null;
}

/** Names are masked and secret posts hidden here, so that nothing else can forget to. */
const presentQuestion = ({ question, memberName, answer }: Row, reader: Reader | null): Question => {
  const isMine = question.memberId === reader?.id;
  const maySee = isMine || reader?.role === 'ADMIN';
  const isHidden = question.secret && !maySee;
  return {
    id: question.id,
    title: isHidden ? HIDDEN : question.title,
    content: isHidden ? HIDDEN : question.content,
    memberName: maySee ? memberName : maskName(memberName),
    createdAt: question.createdAt.toISOString(),
    answered: answer !== null,
    answer:
      answer === null || isHidden
        ? null
        : { id: answer.id, content: answer.content, createdAt: answer.createdAt.toISOString() },
    mine: isMine,
    secret: question.secret,
    notify: isMine && question.notify,
  };
};

interface Page {
  readonly limit: number;
  /** Id of the last inquiry already seen. */
  readonly after: number | null;
}

/** Newest first. */
export const findQuestions = async (
  db: Db,
  reader: Reader | null,
  { limit, after }: Page,
): Promise<Question[]> => {
  const rows = await db
    .select(columns)
    .from(questions)
    .innerJoin(members, eq(members.id, questions.memberId))
    .leftJoin(answers, eq(answers.questionId, questions.id))
    .where(and(after === null ? undefined : lt(questions.id, after)))
    .orderBy(desc(questions.id))
    .limit(limit);
  return rows.map((row) => presentQuestion(row, reader));
};
