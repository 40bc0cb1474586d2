import { contentSections } from '#core/content/contract/sections.ts';
import { readSectionAt } from '#core/content/server/read-sections.ts';
import type { Deps } from '#platform/server/deps.ts';
import { fillVariables } from '../contract/alimtalk-settings.ts';
import { messageSections } from '../contract/sections.ts';
import { variablesOf } from './load-message.ts';
import type { MessageKinds } from './message-kind.ts';
import { fillTemplate, formatMessage } from './message-text.ts';
import type { notifications } from './tables.ts';

/**
 * Formats a message as it was or will be sent: from its stored values and the studio's details and templates at the time of its last
 * attempt, without the link of an e-mail. The text itself is not stored: the member's name is that of today, and an SMS sent before an
 * update of the program has the wording of this version. Null when data in the text was deleted, and for an unknown kind.
 */
export const formatAsSent = async (
  { db, env, clock, kinds }: Pick<Deps, 'db' | 'env' | 'clock'> & { readonly kinds: MessageKinds },
  row: typeof notifications.$inferSelect,
  memberName: string | null,
): Promise<string | null> => {
  const { values, state } = row;
  const kind = kinds[row.kind];
  if (kind === undefined || values === null) return null;
  if (fillVariables(kind.text, { ...kind.defaults, ...values }) === undefined) return null;
  // `dueAt` of a message that does not wait is the begin of its last attempt.
  const at = state === 'QUEUED' ? clock.now() : row.dueAt;
  const identity = await readSectionAt(db, contentSections.identity, at);
  const sms = formatMessage(identity, kind, values);
  // Without a result, as `composeMessage` chooses: only the first attempt is an alimtalk.
  const isFirst = (state === 'QUEUED' ? row.attempts + 1 : row.attempts) <= 1;
  const isAlimtalk = row.channel === null ? isFirst : row.channel === 'ALIMTALK' && !row.isReplaced;
  if (row.recipient !== 'CUSTOMER' || !isAlimtalk) return sms;
  const link = `${env.publicUrl}${values['링크'] ?? ''}`;
  const variables = variablesOf(identity, { 고객명: memberName ?? '', ...values, 링크: link });
  return fillTemplate(await readSectionAt(db, messageSections.alimtalk, at), kind, variables)?.text ?? sms;
};
