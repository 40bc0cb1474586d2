import { recordPersonalDataAccess } from '#core/audit/server/admin-logs.ts';
import { maskName } from '#platform/contract/text/mask-name.ts';
import type { Deps } from '#platform/server/deps.ts';
import type { AuditContext } from '#platform/server/http/caller.ts';
import type { AuthenticatedMember } from '#platform/server/http/define-route.ts';
import type { Answer, Question } from '../contract/questions.ts';
import type { QuestionRow } from './queries.ts';
import type { answers } from './tables.ts';

export type Viewer = Pick<AuthenticatedMember, 'id' | 'role'>;

type AnswerColumns = Pick<typeof answers.$inferSelect, 'id' | 'content' | 'createdAt'>;

export const presentAnswer = ({ id, content, createdAt }: AnswerColumns): Answer => ({
  id,
  content,
  createdAt: createdAt.toISOString(),
});

const HIDDEN = '비밀글입니다.';

/** Masks names and hides the texts of secret questions, unless the reader is the author or an admin. */
export const presentQuestion =
  (reader: Viewer | null) =>
  ({ question, memberName, answer }: QuestionRow): Question => {
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
      answer: answer === null || isHidden ? null : presentAnswer(answer),
      mine: isMine,
      secret: question.secret,
      notify: isMine && question.notify,
    };
  };

/** For admins only: the name is not masked. */
export const summarizeQuestion = ({
  question: { id, title, createdAt },
  memberName,
  answer,
}: QuestionRow) => ({
  id,
  title,
  memberName,
  createdAt: createdAt.toISOString(),
  answered: answer !== null,
});

export interface ViewContext extends Omit<AuditContext, 'member'> {
  readonly member: AuthenticatedMember | null;
}

/** Presents questions to this viewer and records an admin's access to full names. */
export const presentWithAudit = async (
  deps: Deps,
  { member, caller, now }: ViewContext,
  rows: readonly QuestionRow[],
): Promise<Question[]> => {
  if (member?.role === 'ADMIN') {
    const authors = rows.map(({ question }) => question);
    await recordPersonalDataAccess(deps, { member, caller, now }, 'LIST_QUESTIONS', authors);
  }
  return rows.map(presentQuestion(member));
};
