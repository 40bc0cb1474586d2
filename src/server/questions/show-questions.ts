import type { Question } from '#contract/questions.ts';
import type { Deps } from '#server/deps.ts';
import type { Caller } from '#server/http/caller.ts';
import type { Member } from '#server/http/implement.ts';
import { recordAccess } from '#server/http/record-access.ts';
import { presentQuestion } from './present-question.ts';
import type { QuestionRow } from './present-question.ts';

export interface Asking {
  readonly member: Member | null;
  readonly caller: Caller;
}

/** Presents inquiries to this reader; an admin's access to whole names is recorded. */
export const showQuestions = async (
  deps: Deps,
  { member, caller }: Asking,
  rows: readonly QuestionRow[],
): Promise<Question[]> => {
  if (member?.role === 'ADMIN') {
    const memberIds = rows.map(({ question }) => question.memberId);
    await recordAccess(deps, { member, caller }, 'LIST_QUESTIONS', { memberIds });
  }
  return rows.map(presentQuestion(member));
};
