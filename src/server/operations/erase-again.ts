import { Refusal } from '#contract/errors.ts';
import { members } from '#server/db/schema.ts';
import type { Deps } from '#server/deps.ts';
import { SettingsError } from '#server/env.ts';
import { readSubjects } from '#server/members/erasure-ledger.ts';
import { hashSubject } from '#server/members/retain-records.ts';
import { withdraw } from '#server/members/withdraw.ts';

/** Whom the server's ledger, or its log, says it erased: hashes of ids. */
export const readErased = async (files: readonly string[]): Promise<Set<string>> => {
  const erased = new Set<string>();
  for (const file of files) {
    const subjects = await readSubjects(file);
    if (subjects === null) throw new SettingsError(`기록 파일을 읽을 수 없습니다: ${file}`);
    for (const subject of subjects) erased.add(subject);
  }
  return erased;
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
