import { inArray } from 'drizzle-orm';
import { hashMemberId } from '#core/auth/server/hash-member-id.ts';
import { members } from '#core/auth/server/tables.ts';
import { eraseMember } from '#features/members/server/delete-account.ts';
import { isOfCaller } from '#features/reservations/server/release-reservations.ts';
import { reservations } from '#features/reservations/server/tables.ts';
import { AppError } from '#platform/contract/errors.ts';
import type { Deps } from '#platform/server/deps.ts';
import { readErasedSubjects } from '#platform/server/erasure-ledger.ts';
import { OperatorError } from '#platform/server/operator-error.ts';
import { eraseCallers, hashReservationCode } from '../../customers/erase-caller.ts';

/** Reads the hashes of deleted members and callers from these ledgers or logs. */
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
 * Deletes again the accounts and the data of callers whose hashes are in `erased` (개인정보 보호법 제21조). `kept` counts the accounts that
 * could not be deleted, such as that of the last admin.
 */
export const reapplyErasures = async (
  deps: Deps,
  erased: ReadonlySet<string>,
): Promise<{ erased: number; kept: number; callerReservations: number }> => {
  const all = await deps.db.select({ id: members.id }).from(members);
  const again = all.filter(({ id }) => erased.has(hashMemberId(id).toString('hex')));
  let kept = 0;
  for (const { id } of again) {
    try {
      // Any notice was sent when the accounts were deleted.
      await eraseMember(deps, id, { notifies: false });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      kept += 1;
    }
  }
  const callers = await deps.db
    .select({ id: reservations.id, code: reservations.code })
    .from(reservations)
    .where(isOfCaller);
  const ids = callers.filter(({ code }) => erased.has(hashReservationCode(code).toString('hex')));
  await eraseCallers(
    deps,
    inArray(
      reservations.id,
      ids.map(({ id }) => id),
    ),
  );
  return { erased: again.length - kept, kept, callerReservations: ids.length };
};
