import { and, desc, eq, gt, inArray, lt, ne, or, sql, type SQL } from 'drizzle-orm';
import { members } from '#core/auth/server/tables.ts';
import type { Notification } from '#core/messages/contract/notifications.ts';
import { formatAsSent } from '#core/messages/server/format-as-sent.ts';
import { sendTime } from '#core/messages/server/quiet-hours.ts';
import { notifications } from '#core/messages/server/tables.ts';
import { reservations } from '#features/reservations/server/tables.ts';
import type { Db } from '#platform/server/db/database.ts';
import type { Deps } from '#platform/server/deps.ts';
import type { Page } from '#platform/server/http/pagination.ts';
import { messageKinds } from '../features.ts';

const selectNotifications = (db: Db) =>
  db
    .select({
      row: notifications,
      memberName: members.name,
      bookedBy: reservations.memberId,
      phoneCustomerName: reservations.guestName,
    })
    .from(notifications)
    .leftJoin(members, eq(members.id, notifications.memberId))
    .leftJoin(reservations, eq(reservations.id, notifications.reservationId));

type NotificationRow = Awaited<ReturnType<typeof selectNotifications>>[number];

const isDropped = ({ dropAt, createdAt }: NotificationRow['row']): boolean =>
  dropAt !== null && dropAt <= createdAt;

/** When the message is sent next, or its unknown result is looked up. */
const nextAtOf = (row: NotificationRow['row']): Date | null => {
  if (row.state === 'UNKNOWN') return row.pollAt;
  return row.state === 'QUEUED' && !isDropped(row) ? sendTime(row.dueAt, row.sendsAtNight) : null;
};

const presentNotification = (
  { row, memberName, bookedBy, phoneCustomerName }: NotificationRow,
  text: string | null = null,
) => ({
  id: row.id,
  /** The text of a message to the studio may name answers of the member who booked. */
  memberId: row.memberId ?? (text === null ? null : bookedBy),
  /** Set when the message is about a reservation without a member, such as one by phone. */
  phoneReservationId: phoneCustomerName === null ? null : row.reservationId,
  notification: {
    id: row.id,
    kind: row.kind,
    label: messageKinds[row.kind]?.label ?? row.kind,
    text,
    questionId: row.questionId,
    reservationId: row.reservationId,
    isToStudio: row.recipient !== 'CUSTOMER',
    memberName: row.recipient === 'CUSTOMER' ? (memberName ?? phoneCustomerName) : null,
    // A message that a change of its booking or inquiry made obsolete stays QUEUED until the sending job reaches it.
    state: row.state === 'QUEUED' && isDropped(row) ? 'SUPERSEDED' : row.state,
    channel: row.channel,
    isReplaced: row.isReplaced,
    resultCode: row.resultCode,
    nextAt: nextAtOf(row)?.toISOString() ?? null,
    attempts: row.attempts,
    createdAt: row.createdAt.toISOString(),
    settledAt: row.settledAt?.toISOString() ?? null,
  } satisfies Notification,
});

/** Matches the messages to a member, or to a customer who books by phone. */
const isToCustomer = (
  id: string,
): SQL => sql`${notifications.recipient} = 'CUSTOMER' and (${notifications.memberId} = ${id}
  or ${notifications.reservationId} in (select id from ${reservations} where customer_id = ${id}))`;

interface NotificationPage extends Page<number> {
  readonly id?: number;
  readonly onlyUnsent?: boolean;
  readonly reservationId?: number | undefined;
  readonly questionId?: number | undefined;
  /** Only messages to this customer. */
  readonly customerId?: string;
}

/** Matches messages that failed, wait for a retry or whose result is unknown, except the notice that an account was deleted. */
export const isUnsent = and(
  ne(notifications.kind, 'WITHDRAWN'),
  or(
    inArray(notifications.state, ['FAILED', 'UNKNOWN']),
    and(eq(notifications.state, 'QUEUED'), gt(notifications.attempts, 0)),
  ),
);

/** Lists notifications, newest first. Those of one reservation have their texts. */
export const findNotifications = async (
  { db, env, clock }: Pick<Deps, 'db' | 'env' | 'clock'>,
  { limit, after, id, onlyUnsent = false, reservationId, questionId, customerId }: NotificationPage,
) => {
  const rows = await selectNotifications(db)
    .where(
      and(
        after === null ? undefined : lt(notifications.id, after),
        id === undefined ? undefined : eq(notifications.id, id),
        onlyUnsent ? isUnsent : undefined,
        reservationId === undefined ? undefined : eq(notifications.reservationId, reservationId),
        questionId === undefined ? undefined : eq(notifications.questionId, questionId),
        customerId === undefined ? undefined : isToCustomer(customerId),
      ),
    )
    .orderBy(desc(notifications.id))
    .limit(limit);
  if (reservationId === undefined) return rows.map((row) => presentNotification(row));
  const deps = { db, env, clock, kinds: messageKinds };
  return Promise.all(
    rows.map(async (row) => presentNotification(row, await formatAsSent(deps, row.row, row.memberName))),
  );
};
