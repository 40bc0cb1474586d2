import { sql } from 'drizzle-orm';
import { ERASED_CALLER } from '#features/reservations/contract/admin-reservations.ts';
import { reservationNotes, reservations } from '#features/reservations/server/tables.ts';
import type { Deps } from '#platform/server/deps.ts';

/** Completes what a server of version 0.2.1 or earlier wrote during an update: it knows neither customers nor notes of reservations. */
export const repairCustomers = async ({ db }: Pick<Deps, 'db'>): Promise<void> => {
  await db.execute(sql`
    delete from ${reservationNotes} where reservation_id in (
      select reservations.id from ${reservations} left join members on members.id = member_id
      where guest_name = ${ERASED_CALLER} or members.status = 'WITHDRAWN')`);
  await db.execute(sql`
    update ${reservations} set customer_id = null where guest_name = ${ERASED_CALLER} and customer_id is not null`);
  await db.execute(sql`
    with callers as materialized (
      select guest_name, guest_phone,
        coalesce((array_agg(customer_id order by id desc) filter (where customer_id is not null))[1], gen_random_uuid()) as id
      from ${reservations}
      where guest_phone in (select guest_phone from ${reservations} where guest_name <> ${ERASED_CALLER} and customer_id is null)
      group by guest_name, guest_phone
    )
    update ${reservations} set customer_id = callers.id from callers
    where customer_id is null and reservations.guest_name = callers.guest_name and reservations.guest_phone = callers.guest_phone`);
  await db.execute(sql`
    update ${reservations} set customer_id = gen_random_uuid()
    where customer_id is null and guest_phone is null and guest_name <> ${ERASED_CALLER}`);
};
