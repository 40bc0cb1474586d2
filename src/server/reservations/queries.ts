import { and, desc, eq, sql, type SQL } from 'drizzle-orm';
import type { Db } from '#server/db/database.ts';
import { definePrepared } from '#server/db/define-prepared.ts';
import { reservations } from '#server/db/schema.ts';
import { changeHoursColumn, type ChangePolicy } from '#server/reservations/changes/change-deadline.ts';
import type { ListCursor } from './list-cursor.ts';
import type { OwnReservation } from './present-reservation.ts';

export interface ReservationPage {
  readonly limit: number;
  readonly after: ListCursor | null;
}

const isAfter = (place: ListCursor): SQL =>
  sql`(${reservations.date}, ${reservations.slot}, ${reservations.id})
        < (${place.date}::date, ${place.slot}::text, ${place.id}::bigint)`;

const { id, code, state, shootType, date, slot, desiredShootDate, location, notes, createdAt } = reservations;
const own = {
  id,
  code,
  state,
  shootType,
  date,
  slot,
  desiredShootDate,
  location,
  notes,
  createdAt,
  changeHours: changeHoursColumn,
};

type ListedReservation = OwnReservation & Pick<ChangePolicy, 'changeHours'>;

const newestFirst = [desc(reservations.date), desc(reservations.slot), desc(reservations.id)];

const ownNewest = definePrepared((db) =>
  db
    .select(own)
    .from(reservations)
    .where(eq(reservations.memberId, sql.placeholder('memberId')))
    .orderBy(...newestFirst)
    .limit(sql.placeholder('limit'))
    .prepare('own_reservations'),
);

export const findReservationsByMember = (
  db: Db,
  memberId: string,
  { limit, after }: ReservationPage,
): Promise<ListedReservation[]> =>
  after === null
    ? ownNewest(db).execute({ memberId, limit })
    : db
        .select(own)
        .from(reservations)
        .where(and(eq(reservations.memberId, memberId), isAfter(after)))
        .orderBy(...newestFirst)
        .limit(limit);
