import { randomUUID } from 'node:crypto';
import { and, eq, sql, type SQL } from 'drizzle-orm';
import { recordAudit } from '#core/audit/server/admin-logs.ts';
import { members } from '#core/auth/server/tables.ts';
import { reservations } from '#features/reservations/server/tables.ts';
import { appError } from '#platform/contract/errors.ts';
import type { Db, Tx } from '#platform/server/db/database.ts';
import type { MemberDeleted } from '#platform/server/hooks.ts';
import type { AuditContext } from '#platform/server/http/caller.ts';
import { hasRegistered } from './queries.ts';

/** Matches the reservations by phone with this name and number. */
export const isSameCaller = ({
  guestName,
  guestPhone,
}: Pick<typeof reservations.$inferSelect, 'guestName' | 'guestPhone'>): SQL =>
  sql`(${reservations.guestName}, ${reservations.guestPhone}) is not distinct from (${guestName}, ${guestPhone})`;

const isMember = async (tx: Tx, id: string): Promise<boolean> => {
  // The lock keeps the member until the merge is committed, so that a deletion sees it.
  const rows = await tx
    .select({ id: members.id })
    .from(members)
    .where(and(eq(members.id, id), eq(members.role, 'MEMBER'), hasRegistered))
    .for('key share');
  return rows.length > 0;
};

/** The reservations stay reservations by phone, which no account shows. Throws NOT_FOUND, also when `callerId` is a member. */
export const mergeCustomers = (db: Db, id: string, callerId: string, change: AuditContext): Promise<void> =>
  db.transaction(async (tx) => {
    const isKnown =
      (await isMember(tx, id)) || (await tx.$count(reservations, eq(reservations.customerId, id))) > 0;
    if (!isKnown || id === callerId || (await isMember(tx, callerId))) throw appError('NOT_FOUND');
    const merged = await tx
      .update(reservations)
      .set({ customerId: id })
      .where(eq(reservations.customerId, callerId))
      .returning({ id: reservations.id });
    if (merged.length === 0) throw appError('NOT_FOUND');
    await recordAudit(tx, change, {
      action: 'MERGE_CUSTOMERS',
      target: `customer:${id}`,
      after: { merged: callerId, reservations: merged.length },
    });
  });

/**
 * Gives the customer's reservations by phone that have the name and the number of this one to a new customer. Throws NOT_FOUND when the
 * customer has no such reservation.
 */
export const separateCustomer = (
  db: Db,
  id: string,
  reservationId: number,
  change: AuditContext,
): Promise<void> =>
  db.transaction(async (tx) => {
    const [one] = await tx
      .select({ guestName: reservations.guestName, guestPhone: reservations.guestPhone })
      .from(reservations)
      .where(and(eq(reservations.id, reservationId), eq(reservations.customerId, id)))
      .for('update');
    if (one === undefined) throw appError('NOT_FOUND');
    const separateId = randomUUID();
    const separated = await tx
      .update(reservations)
      .set({ customerId: separateId })
      .where(and(eq(reservations.customerId, id), isSameCaller(one)))
      .returning({ id: reservations.id });
    await recordAudit(tx, change, {
      action: 'SEPARATE_CUSTOMER',
      target: `customer:${id}`,
      after: { separated: separateId, reservations: separated.length },
    });
  });

/** Takes apart what was merged with a member whose account is deleted: one customer per name and number. */
export const separateFromMember = async (tx: Tx, { memberId }: MemberDeleted): Promise<void> => {
  await tx.execute(sql`
    with callers as materialized (
      select guest_name, guest_phone, gen_random_uuid() as id from ${reservations} where customer_id = ${memberId}
      group by guest_name, guest_phone
    )
    update ${reservations} set customer_id = callers.id from callers
    where customer_id = ${memberId} and reservations.guest_name = callers.guest_name
      and reservations.guest_phone is not distinct from callers.guest_phone`);
};
