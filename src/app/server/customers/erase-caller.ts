import { createHash } from 'node:crypto';
import { and, eq, type SQL } from 'drizzle-orm';
import { recordAudit } from '#core/audit/server/admin-logs.ts';
import { members } from '#core/auth/server/tables.ts';
import { noteErasures, recordErasures } from '#features/members/server/record-erasures.ts';
import type { CallerPreview } from '#features/reservations/contract/admin-reservations.ts';
import {
  isOfCaller,
  isUpcomingReservation,
  releaseCallerReservations,
} from '#features/reservations/server/release-reservations.ts';
import { reservations } from '#features/reservations/server/tables.ts';
import { appError } from '#platform/contract/errors.ts';
import type { Db } from '#platform/server/db/database.ts';
import type { Deps } from '#platform/server/deps.ts';
import type { AuditContext } from '#platform/server/http/caller.ts';
import { completeRequest } from '#platform/server/http/repeated-requests.ts';
import { isSameCaller } from './merge-customers.ts';

/** Identifies a caller's reservation in the erasure ledger. The code is random, and the reservation keeps it when its caller is deleted. */
export const hashReservationCode = (code: string): Buffer => createHash('sha256').update(code).digest();

/**
 * Matches the reservations by phone of the customer of this one. Of those merged with a member, only the ones with the same name and
 * number. Throws NOT_FOUND.
 */
const sameCaller = async (db: Db, id: number): Promise<SQL | undefined> => {
  const { customerId, guestName, guestPhone } = reservations;
  const [row] = await db
    .select({ customerId, guestName, guestPhone, memberId: members.id })
    .from(reservations)
    .leftJoin(members, eq(members.id, customerId))
    .where(and(eq(reservations.id, id), isOfCaller));
  if (row === undefined) throw appError('NOT_FOUND');
  if (row.customerId === null) return eq(reservations.id, id);
  return and(eq(customerId, row.customerId), row.memberId === null ? undefined : isSameCaller(row));
};

export const previewCallerDeletion = async (db: Db, id: number, now: Date): Promise<CallerPreview> => {
  const whose = and(isOfCaller, await sameCaller(db, id));
  return {
    reservations: await db.$count(reservations, whose),
    upcomingReservations: await db.$count(reservations, and(whose, isUpcomingReservation(now))),
  };
};

/** Deletes the callers' data in these reservations in one transaction. `by` is absent after a restore. */
export const eraseCallers = async (
  deps: Deps,
  whose: SQL | undefined,
  by?: { readonly audit: AuditContext; readonly id: number },
) => {
  const now = deps.clock.now();
  const erased = await deps.db.transaction(async (tx) => {
    const codes = await releaseCallerReservations(tx, whose, { adminId: by?.audit.member.id ?? null, now });
    if (codes.length === 0) return [];
    const subjects = codes.map(hashReservationCode);
    await recordErasures(tx, subjects, now);
    if (by !== undefined)
      await recordAudit(tx, by.audit, {
        action: 'DELETE_CALLER',
        target: `reservation:${by.id}`,
        after: { reservations: codes.length },
      });
    await completeRequest(tx);
    return subjects;
  });
  await noteErasures(deps, erased, now);
};

/** Deletes a caller's data. Throws NOT_FOUND, also when the reservation is a member's or its customer was deleted. */
export const deleteCaller = async (deps: Deps, id: number, audit: AuditContext): Promise<void> =>
  eraseCallers(deps, await sameCaller(deps.db, id), { audit, id });
