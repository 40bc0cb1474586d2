import { eq } from 'drizzle-orm';
import type { DataSubject } from '#core/audit/server/admin-logs.ts';
import { findQuestions } from '#features/questions/server/queries.ts';
import { questions } from '#features/questions/server/tables.ts';
import { listReservations } from '#features/reservations/server/admin/queries.ts';
import { readChangePolicy } from '#features/reservations/server/changes/change-deadline.ts';
import { dataSubjectOf, presentAdminReservation } from '#features/reservations/server/present-reservation.ts';
import { createCreatedAtCursor, type CreatedAtPosition } from '#platform/server/db/created-at-cursor.ts';
import type { Deps } from '#platform/server/deps.ts';
import { idCursor, type Page } from '#platform/server/http/pagination.ts';
import type { TimelineEntry } from '../../contract/customers.ts';
import { findNotifications } from '../messages/queries.ts';
import { isOfCustomer } from './find-customers.ts';

/** The last entry of each kind that was shown; null for a kind of which none was. */
interface Position {
  readonly reservation: CreatedAtPosition<number> | null;
  readonly question: number | null;
  readonly message: number | null;
}

const createdAtCursor = createCreatedAtCursor(idCursor.read);
const START = '0';

/** Encodes positions as `1795222800000000.17~0~4`. */
export const timelineCursor = {
  read: (cursor: string): Position | null => {
    const [first = '', second = '', third = '', ...rest] = cursor.split('~');
    const [reservation, question, message] = [
      createdAtCursor.read(first),
      idCursor.read(second),
      idCursor.read(third),
    ];
    const isValid = (part: string, position: unknown): boolean => part === START || position !== null;
    return isValid(first, reservation) &&
      isValid(second, question) &&
      isValid(third, message) &&
      rest.length === 0
      ? { reservation, question, message }
      : null;
  },
  write: ({ position: { reservation, question, message } }: { readonly position: Position }): string =>
    [
      reservation === null ? START : createdAtCursor.write(reservation),
      question ?? START,
      message ?? START,
    ].join('~'),
};

interface Entry extends DataSubject {
  readonly entry: TimelineEntry;
  /** The part of the position that it becomes. */
  readonly shown: Partial<Position>;
}

const NOTHING = { reservation: null, question: null, message: null };

/** Merges lists into one, newest first, without changing the order within a list. */
const mergeLists = (lists: readonly (readonly Entry[])[]): Entry[] => {
  const rest = lists.map((list) => [...list]);
  const merged: Entry[] = [];
  const timeOf = ([first]: readonly Entry[]): string => first?.entry.at ?? '';
  for (;;) {
    const [newest] = rest.toSorted((one, other) => timeOf(other).localeCompare(timeOf(one)));
    const entry = newest?.shift();
    if (entry === undefined) return merged;
    merged.push(entry);
  }
};

/** The customer's reservations, inquiries and the messages to them, newest first, with the persons whose data they are. */
export const findTimeline = async (
  deps: Pick<Deps, 'db' | 'env' | 'clock'>,
  customerId: string,
  { after, limit }: Page<Position>,
) => {
  let position = after ?? NOTHING;
  const { db } = deps;
  const policy = await readChangePolicy(deps);
  const page = { sort: 'created-desc', after: position.reservation, limit } as const;
  const booked = await listReservations(db, {}, policy.now, page, isOfCustomer(customerId));
  const isAuthor = eq(questions.memberId, customerId);
  const asked = await findQuestions(db, { limit, after: position.question }, isAuthor);
  const sent = await findNotifications(deps, { limit, after: position.message, customerId });
  const lists: Entry[][] = [
    booked.map((row) => {
      const { id, createdAt } = row.reservation;
      return {
        entry: { ...NOTHING, at: createdAt.toISOString(), reservation: presentAdminReservation(row, policy) },
        ...dataSubjectOf(row),
        shown: { reservation: { createdAt: row.bookedAt, id } },
      };
    }),
    asked.map(({ question: { id, title, memberId, createdAt }, answer }) => ({
      entry: {
        ...NOTHING,
        at: createdAt.toISOString(),
        question: { id, title, answered: answer !== null },
      },
      memberId,
      shown: { question: id },
    })),
    sent.map(({ id, memberId, phoneReservationId, notification }) => ({
      entry: { ...NOTHING, at: notification.createdAt, message: notification },
      memberId,
      phoneReservationId,
      shown: { message: id },
    })),
  ];
  return mergeLists(lists).map((entry) => {
    position = { ...position, ...entry.shown };
    return { ...entry, position };
  });
};
