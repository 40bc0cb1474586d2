import { hashMemberId } from '#core/auth/server/hash-member-id.ts';
import { members } from '#core/auth/server/tables.ts';
import { eraseMember } from '#features/members/server/delete-account.ts';
import { AppError } from '#platform/contract/errors.ts';
import type { Deps } from '#platform/server/deps.ts';
import { readErasedSubjects } from '#platform/server/erasure-ledger.ts';
import { OperatorError } from '#platform/server/operator-error.ts';

/** Reads the id hashes of deleted members from these ledgers or logs. */
export const readErasedIds = async (files: readonly string[]): Promise<Set<string>> => {
  const erased = new Set<string>();
  for (const file of files) {
    const subjects = await readErasedSubjects(file);
    if (subjects === null) throw new OperatorError(`기록 파일을 읽을 수 없습니다: ${file}`);
    for (const subject of subjects) erased.add(subject);
  }
  return erased;
};

/**
 * Deletes the accounts that were deleted after the backup was made (개인정보 보호법 제21조). `kept` counts those that stay because they are the last
 * admin.
 */
export const reapplyErasures = async (
  deps: Deps,
  erased: ReadonlySet<string>,
): Promise<{ erased: number; kept: number }> => {
  const all = await deps.db.select({ id: members.id }).from(members);
  const again = all.filter(({ id }) => erased.has(hashMemberId(id).toString('hex')));
  let kept = 0;
  for (const { id } of again) {
    try {
      // These members were notified when they deleted their accounts.
      await eraseMember(deps, id, { notifies: false });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      kept += 1;
    }
  }
  return { erased: again.length - kept, kept };
};
