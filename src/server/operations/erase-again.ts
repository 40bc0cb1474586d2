import { readFile } from 'node:fs/promises';
import { Refusal } from '#contract/errors.ts';
import { members } from '#server/db/schema.ts';
import type { Deps } from '#server/deps.ts';
import { SettingsError } from '#server/env.ts';
import { hashSubject } from '#server/members/retain-records.ts';
import { withdraw } from '#server/members/withdraw.ts';

const ERASED = /"event":"member_erased".*?"subject":"([0-9a-f]{64})"/;

/** Whom the server's log says it erased: hashes of ids. */
export const readErased = async (logFile: string): Promise<Set<string>> => {
  const text = await readFile(logFile, 'utf8').catch(() => null);
  if (text === null) throw new SettingsError(`기록 파일을 읽을 수 없습니다: ${logFile}`);
  return new Set(text.split('\n').flatMap((line) => ERASED.exec(line)?.[1] ?? []));
};

/**
 * Who left after the backup was made is back with it, and leaves again (개인정보 보호법 제21조: so that it cannot be
 * restored). Answers how many; the last admin stays, and the count of those who did.
 */
export const eraseAgain = async (
  deps: Deps,
  erased: ReadonlySet<string>,
): Promise<{ erased: number; kept: number }> => {
  const all = await deps.db.select({ id: members.id }).from(members);
  const again = all.filter(({ id }) => erased.has(hashSubject(id).toString('hex')));
  let kept = 0;
  for (const { id } of again) {
    try {
      await withdraw(deps, id, undefined);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      kept += 1;
    }
  }
  return { erased: again.length - kept, kept };
};
