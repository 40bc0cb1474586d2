import { eq } from 'drizzle-orm';
import type { memberEndpoints, MessageChoices } from '#core/auth/contract/members.ts';
import { maskPhone } from '#core/auth/server/accounts/queries.ts';
import { members } from '#core/auth/server/tables.ts';
import { readSection } from '#core/content/server/read-sections.ts';
import { messageSections } from '#core/messages/contract/sections.ts';
import type { ResponseOf } from '#platform/contract/endpoint.ts';
import { appError } from '#platform/contract/errors.ts';
import type { Deps } from '#platform/server/deps.ts';

type MessageChoicesResponse = ResponseOf<typeof memberEndpoints.messageChoices>;

export const findMessageChoices = async (
  { db, env }: Pick<Deps, 'db' | 'env'>,
  memberId: string,
): Promise<MessageChoicesResponse> => {
  const { wantsReminders: reminders, wantsAnswers: answers, phone } = members;
  const [row] = await db.select({ reminders, answers, phone }).from(members).where(eq(members.id, memberId));
  if (row === undefined) throw appError('NOT_FOUND');
  const { booked } = await readSection(db, messageSections.messages);
  return {
    reminders: row.reminders,
    answers: row.answers,
    confirmationsTo: booked && env.services.sendsSms && row.phone !== null ? maskPhone(row.phone) : null,
  };
};

/** Does not change messages that are queued already. */
export const changeMessageChoices = async (
  deps: Pick<Deps, 'db' | 'env'>,
  memberId: string,
  { reminders, answers }: MessageChoices,
): Promise<MessageChoicesResponse> => {
  await deps.db
    .update(members)
    .set({ wantsReminders: reminders, wantsAnswers: answers })
    .where(eq(members.id, memberId));
  return findMessageChoices(deps, memberId);
};
