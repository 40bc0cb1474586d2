import { and, eq, lt, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { findQuestions } from '#features/questions/server/queries.ts';
import { questions } from '#features/questions/server/tables.ts';
import { listReservations } from '#features/reservations/server/admin/queries.ts';
import { readChangePolicy } from '#features/reservations/server/changes/change-deadline.ts';
import { presentAdminReservation } from '#features/reservations/server/present-reservation.ts';
import { reservations } from '#features/reservations/server/tables.ts';
import type { Deps } from '#platform/server/deps.ts';
import { idCursor, type Page } from '#platform/server/http/pagination.ts';
import type { TimelineEntry } from '../../contract/customers.ts';
import { findNotifications } from '../messages/queries.ts';
import { isOfCustomer } from './find-customers.ts';

/** The ids of the last entries of each kind that were shown; null for a kind of which none was. */
interface Position {
  readonly reservation: number | null;
  readonly question: number | null;
  readonly message: number | null;
}

/** Encodes positions as `17.0.4`. */
export const timelineCursor = {
  read: (cursor: string): Position | null => {
    const ids = cursor.split('.').map((id) => (id === '0' ? null : (idCursor.read(id) ?? Number.NaN)));
    const [reservation = null, question = null, message = null] = ids;
    return ids.length === 3 && !ids.includes(Number.NaN) ? { reservation, question, message } : null;
  },
  write: ({ position: { reservation, question, message } }: { readonly position: Position }): string =>
    `${reservation ?? 0}.${question ?? 0}.${message ?? 0}`,
};

const isBefore = (column: PgColumn, id: number | null): SQL | undefined =>
  id === null ? undefined : lt(column, id);

interface Entry {
  readonly kind: keyof Position;
  readonly id: number;
  readonly entry: TimelineEntry;
  readonly memberId: string | null;
  readonly phoneReservationId: number | null;
}

const NOTHING = { reservation: null, question: null, message: null };

/** The customer's reservations, inquiries and the messages to them, newest first, with the persons whose data they are. */
export const findTimeline = async (
  deps: Pick<Deps, 'db' | 'env' | 'clock'>,
  customerId: string,
  { after, limit }: Page<Position>,
) => {
  const { db } = deps;
  let position = after ?? NOTHING;
  const policy = await readChangePolicy(deps);
  const booked = await listReservations(
    db,
    {},
    policy.now,
    { sort: 'created-desc', after: null, limit },
    and(isOfCustomer(customerId), isBefore(reservations.id, position.reservation)),
  );
  const asked = await findQuestions(
    db,
    { limit, after: position.question },
    eq(questions.memberId, customerId),
  );
  const sent = await findNotifications(deps, { limit, after: position.message, customerId });
  const entries: Entry[] = [
    ...booked.map((row): Entry => {
      const { id, memberId, createdAt } = row.reservation;
      const reservation = presentAdminReservation(row, policy);
      const entry = { ...NOTHING, at: createdAt.toISOString(), reservation };
      return { kind: 'reservation', id, entry, memberId, phoneReservationId: memberId === null ? id : null };
    }),
    ...asked.map(({ question: { id, title, memberId, createdAt }, answer }): Entry => {
      const question = { id, title, answered: answer !== null };
      const entry = { ...NOTHING, at: createdAt.toISOString(), question };
      return { kind: 'question', id, entry, memberId, phoneReservationId: null };
    }),
    ...sent.map(({ id, memberId, phoneReservationId, notification }): Entry => {
      const entry = { ...NOTHING, at: notification.createdAt, message: notification };
      return { kind: 'message', id, entry, memberId, phoneReservationId };
    }),
  ];
  return entries
    .toSorted((one, other) => other.entry.at.localeCompare(one.entry.at))
    .map((entry) => {
      position = { ...position, [entry.kind]: entry.id };
      return { ...entry, position };
    });
};
