import { inArray, sql } from 'drizzle-orm';
import { notifications } from '#core/messages/server/tables.ts';
import { findQuestions } from '#features/questions/server/queries.ts';
import { questions } from '#features/questions/server/tables.ts';
import { listReservations } from '#features/reservations/server/admin/queries.ts';
import type { ChangePolicy } from '#features/reservations/server/changes/change-deadline.ts';
import {
  dataSubjectsOf,
  presentAdminReservation,
} from '#features/reservations/server/present-reservation.ts';
import { reservations } from '#features/reservations/server/tables.ts';
import { createCreatedAtCursor, type CreatedAtPosition } from '#platform/server/db/created-at-cursor.ts';
import type { Db } from '#platform/server/db/database.ts';
import { idCursor, type Page } from '#platform/server/http/pagination.ts';
import type { TimelineEntry } from '../../contract/customers.ts';
import { findNotifications } from '../messages/queries.ts';
import { isOfCustomer } from './find-customers.ts';

const kinds = ['reservation', 'question', 'message'] as const;

/** A row of one of three tables. The last digit of `id` is the index of its kind, so that no two entries have the same id. */
type EntryRow = CreatedAtPosition<number>;

export const timelineCursor = createCreatedAtCursor(idCursor.read);

/** The customer's reservations, inquiries and the messages to them, newest first. */
export const findEntries = async (
  db: Db,
  customerId: string,
  { after, limit }: Page<EntryRow>,
): Promise<EntryRow[]> => {
  const { rows } = await db.execute<{ createdAt: string; id: string }>(sql`
    select (extract(epoch from at) * 1000000)::bigint::text as "createdAt", id::text as id from (
      select created_at as at, id * 10 as id from ${reservations} where ${isOfCustomer(customerId)}
      union all
      select created_at, id * 10 + 1 from ${questions} where member_id = ${customerId}
      union all
      select created_at, id * 10 + 2 from ${notifications} where recipient = 'CUSTOMER' and (member_id = ${customerId}
        or reservation_id in (select id from ${reservations} where customer_id = ${customerId}))
    ) as entries
    ${
      after === null
        ? sql``
        : sql`where (at, id) < (timestamptz 'epoch' + ${after.createdAt}::bigint * interval '1 microsecond', ${after.id}::bigint)`
    }
    order by at desc, id desc limit ${limit}`);
  return rows.map(({ createdAt, id }) => ({ createdAt, id: Number(id) }));
};

type MessageDeps = Parameters<typeof findNotifications>[0];

/** Loads what the entries show. Returns also the persons whose data it is. */
export const loadEntries = async (deps: MessageDeps, entries: readonly EntryRow[], policy: ChangePolicy) => {
  const { db } = deps;
  const idsOf = (kind: (typeof kinds)[number]): number[] =>
    entries.flatMap(({ id }) => (kinds[id % 10] === kind ? Math.floor(id / 10) : []));
  const page = { limit: entries.length, after: null };
  const [booked, asked, sent] = [idsOf('reservation'), idsOf('question'), idsOf('message')];
  const found = {
    reservation: await listReservations(
      db,
      {},
      policy.now,
      { ...page, sort: 'date-desc' },
      inArray(reservations.id, booked),
    ),
    question: await findQuestions(db, page, inArray(questions.id, asked)),
    message: await findNotifications(deps, { ...page, ids: sent }),
  };
  const loaded = new Map<string, Partial<TimelineEntry>>([
    ...found.reservation.map(
      (row) =>
        [`reservation ${row.reservation.id}`, { reservation: presentAdminReservation(row, policy) }] as const,
    ),
    ...found.question.map(
      ({ question: { id, title }, answer }) =>
        [`question ${id}`, { question: { id, title, answered: answer !== null } }] as const,
    ),
    ...found.message.map(({ id, notification }) => [`message ${id}`, { message: notification }] as const),
  ]);
  const timeline = entries.flatMap(({ id, createdAt }): TimelineEntry[] => {
    const entry = loaded.get(`${kinds[id % 10]} ${Math.floor(id / 10)}`);
    const at = new Date(Number(createdAt) / 1000).toISOString();
    const nothing = { reservation: null, question: null, message: null };
    return entry === undefined ? [] : [{ ...nothing, ...entry, at }];
  });
  const { memberIds, phoneReservationIds } = dataSubjectsOf(found.reservation);
  return {
    timeline,
    subjects: {
      memberIds: [
        ...memberIds,
        ...found.question.map(({ question }) => question.memberId),
        ...found.message.flatMap(({ memberId }) => memberId ?? []),
      ],
      phoneReservationIds: [
        ...phoneReservationIds,
        ...found.message.flatMap(({ phoneReservationId }) => phoneReservationId ?? []),
      ],
    },
  };
};
