import { sql } from 'drizzle-orm';
import { addDays, seoulDate } from '#contract/seoul-time.ts';
import type { Slot } from '#contract/slots.ts';
import type { Deps } from '#server/deps.ts';
import { notifications } from '#server/db/schema.ts';
import { readSection } from '#server/studio/read-sections.ts';
import { isQuiet } from './quiet-hours.ts';
import { findReminders } from './reminder-times.ts';
import { CUSTOMER_PHONE, MOBILE } from './queue-reservation-messages.ts';

interface Upcoming extends Record<string, unknown> {
  readonly id: number | string;
  readonly memberId: string | null;
  readonly date: string;
  readonly slot: Slot;
  readonly version: number | string;
  /** Microseconds since 1970. */
  readonly since: string;
}

/**
 * Queues the reminders that are due now. They are derived from the reservations when they are due instead of being kept beside
 * them, so a moved or cancelled reservation leaves none behind. The unique index keeps a reminder from being queued twice.
 */
export const queueReminders = async ({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> => {
  const now = clock.now();
  if (isQuiet(now)) return;
  const settings = await readSection(db, 'messages');
  if (!settings.remindsDayBefore && !settings.remindsHoursBefore) return;
  const today = seoulDate(now);
  const { rows } = await db.execute<Upcoming>(sql`
    select reservations.id, member_id as "memberId", reservations.date::text, reservations.slot, changes.version,
      (extract(epoch from greatest(reservations.created_at, changes.latest)) * 1000000)::bigint::text as since
    from reservations left join members on members.id = member_id,
      lateral (select count(*)::integer as version, max(occurred_at) as latest from reservation_events
        where reservation_id = reservations.id) as changes
    where state = 'BOOKED' and reservations.date in (${today}, ${addDays(today, 1)})
      and ${CUSTOMER_PHONE} ~ ${MOBILE.source} and wants_reminders is not false`);
  const due = rows.flatMap(({ id, memberId, date, slot, version, since }) =>
    findReminders({ date, slot }, new Date(Number(since) / 1_000), settings)
      .filter(({ dueAt, until }) => dueAt <= now && now < until)
      .map(({ kind }) => ({
        kind,
        memberId,
        reservationId: Number(id),
        subjectVersion: Number(version),
        dueAt: now,
        createdAt: now,
      })),
  );
  if (due.length > 0) await db.insert(notifications).values(due).onConflictDoNothing();
};
