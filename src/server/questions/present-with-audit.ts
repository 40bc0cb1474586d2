import type { Question } from '#contract/questions.ts';
import type { Deps } from '#server/deps.ts';
import type { Caller } from '#server/http/caller.ts';
import type { AuthenticatedMember } from '#server/http/define-route.ts';
import { recordPersonalDataAccess } from '#server/http/personal-data-access-log.ts';
import { presentQuestion, type QuestionRow } from './present-question.ts';

export interface ViewContext {
  readonly member: AuthenticatedMember | null;
  readonly caller: Caller;
  readonly now: Date;
}

/** Presents questions to this viewer and records an admin's access to full names. */
export const presentWithAudit = async (
  deps: Deps,
  { member, caller, now }: ViewContext,
  rows: readonly QuestionRow[],
): Promise<Question[]> => {
  if (member?.role === 'ADMIN') {
    const memberIds = rows.map(({ question }) => question.memberId);
    await recordPersonalDataAccess(deps, { member, caller, now }, 'LIST_QUESTIONS', { memberIds });
  }
  return rows.map(presentQuestion(member));
};
